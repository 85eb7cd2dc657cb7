-- Tests the setup that docs/editors.md shows for the version of Neovim that runs this file: a second
-- one is set up as the page says, and is typed into as a person would.
--
--     nvim --headless --clean -c 'luafile editors/neovim/test.lua' -c 'cquit 1'
--
-- in the project's folder, with the program `mcpdesc` in PATH. Ends with 0, or with 1 and the reason
-- on standard error.

--- How long anything may take, and the whole, in milliseconds.
local PATIENCE, END = 15000, 90000

local folder = vim.fn.tempname()

--- Runs `mcpdesc` and gives its standard output. That of `check` counts whatever it found.
local function mcpdesc(...)
  return vim.fn.system({ 'sh', '-c', 'exec mcpdesc "$@" 2>/dev/null', 'mcpdesc', ... })
end

--- The first block of Lua below this heading of the page.
local function block(heading)
  local lines, inside, below = {}, false, false
  for line in io.lines('docs/editors.md') do
    if inside and line == '```' then
      return table.concat(lines, '\n')
    elseif inside then
      table.insert(lines, line)
    elseif line:match('^#') then
      below = line == heading
    elseif below and line == '```lua' then
      inside = true
    end
  end
  error('docs/editors.md has no Lua below the heading ' .. heading)
end

--- Waits until `get` gives what `is_right` accepts, and gives it.
local function wait_for(what, get, is_right)
  local last
  local done = vim.wait(PATIENCE, function()
    last = get()
    return is_right(last)
  end, 50)
  if not done then
    error(what .. ' did not come; there is only: ' .. vim.inspect(last))
  end
  return last
end

--- A Neovim that is set up with this Lua code; `process` is the id of the newest.
local Editor = {}
Editor.__index = Editor

function Editor.start(setup)
  local file = folder .. '/setup.lua'
  vim.fn.writefile(vim.split(setup, '\n'), file)
  -- Without swap files (-n): one that an earlier case left would make it ask what to do.
  local options = { '--embed', '--headless', '--clean', '-n', '--cmd', 'luafile ' .. file }
  local channel = vim.fn.jobstart({ vim.v.progpath, unpack(options) }, { rpc = true })
  assert(channel > 0, 'cannot start ' .. vim.v.progpath)
  Editor.process = vim.fn.jobpid(channel)
  return setmetatable({ channel = channel }, Editor)
end

function Editor:stop()
  vim.fn.jobstop(self.channel)
  vim.fn.jobwait({ self.channel }, PATIENCE)
end

--- Runs Lua code in it; its arguments are `...` there.
function Editor:run(code, ...)
  return vim.rpcrequest(self.channel, 'nvim_exec_lua', code, { ... })
end

function Editor:type(keys)
  vim.rpcrequest(self.channel, 'nvim_input', keys)
end

function Editor:open(file)
  self:run('vim.cmd("edit! " .. vim.fn.fnameescape(...))', file)
end

--- Puts the cursor on the first occurrence of this text.
function Editor:go_to(text)
  local found = self:run('return vim.fn.search(..., "cw")', '\\V' .. text)
  assert(found > 0, 'the document has no ' .. text)
end

function Editor:line()
  return self:run('return vim.api.nvim_get_current_line()')
end

--- How many servers serve the document.
function Editor:clients()
  return self:run('return vim.tbl_count(vim.lsp.buf_get_clients(0))')
end

--- What it shows of the document, in the form of `findings`.
function Editor:diagnostics()
  return self:run([[
    local shown = {}
    for _, it in ipairs(vim.diagnostic.get(0)) do
      table.insert(shown, {
        code = it.code or it.user_data.lsp.code,
        severity = it.severity,
        from = { it.lnum, it.col },
        to = { it.end_lnum, it.end_col },
        message = vim.split(it.message, '\n')[1],
      })
    end
    return shown
  ]])
end

--- What `mcpdesc check` finds in the file, as an editor should show it.
local function findings(file)
  local lines = vim.fn.readfile(file)
  local function place(position)
    local line = lines[position.line]
    return { position.line - 1, #vim.fn.strcharpart(line, 0, position.column - 1) }
  end
  local checked = vim.json.decode(mcpdesc('check', '--format', 'json', file))
  return vim.tbl_map(function(it)
    return {
      code = it.code,
      severity = vim.diagnostic.severity[it.severity:upper()],
      from = place(it.range.start),
      to = place(it.range['end']),
      message = it.message,
    }
  end, checked.diagnostics)
end

local function in_order(diagnostics)
  table.sort(diagnostics, function(a, b)
    return vim.inspect({ a.from, a.code }) < vim.inspect({ b.from, b.code })
  end)
  return diagnostics
end

--- Waits until it shows what `mcpdesc check` finds in the file, which are so many.
local function expect_findings(editor, file, count)
  local expected = in_order(findings(file))
  assert(#expected == count, file .. ' has ' .. #expected .. ' faults, not ' .. count)
  wait_for('the findings ' .. vim.inspect(expected), function()
    return in_order(editor:diagnostics())
  end, function(shown)
    return vim.deep_equal(shown, expected)
  end)
end

--- Waits until the menu of completion is there, and gives its words as a set.
local function menu(editor)
  local items = wait_for('completion', function()
    return editor:run('return vim.fn.complete_info({ "items" }).items')
  end, function(items)
    return #items > 0
  end)
  local words = {}
  for _, item in ipairs(items) do
    words[item.abbr:gsub('[~ ]+$', '')] = true
  end
  return words
end

local function expect_words(words, present, absent)
  for _, word in ipairs(present) do
    assert(words[word], 'completion does not offer ' .. word .. ': ' .. vim.inspect(words))
  end
  for _, word in ipairs(absent) do
    assert(not words[word], 'completion offers ' .. word)
  end
end

--- A copy of a document of the project that may be written to.
local function copy(file)
  local to = folder .. '/' .. vim.fn.fnamemodify(file, ':t')
  vim.fn.writefile(vim.fn.readfile(file, 'b'), to, 'b')
  return to
end

local YAML, JSON = 'editors/neovim/faulty.mcpdesc.yaml', 'editors/neovim/faulty.mcpdesc.json'

--- Opens a copy of one of these and gives its name, once the server has looked at it.
local function open(editor, file)
  local opened = copy(file)
  editor:open(opened)
  expect_findings(editor, opened, file == YAML and 3 or 4)
  return opened
end

--- Waits until the line of the cursor is like this.
local function expect_line(editor, what, pattern)
  wait_for(what, function()
    return editor:line()
  end, function(line)
    return line:match(pattern)
  end)
end

local function shows_what_check_finds(editor)
  open(editor, JSON)
  local file = open(editor, YAML)
  editor:run('vim.cmd("g/titel/d | write")')
  expect_findings(editor, file, 2)
end

local function completes(editor)
  open(editor, YAML)
  editor:go_to('titel')
  -- The indentation that Neovim proposes for YAML is not always the one that is meant.
  editor:type('o<C-U>    <C-X><C-O>')
  expect_words(menu(editor), { 'title', 'description', 'annotations' }, { 'name', 'inputSchema' })
  editor:type('<C-E>desc<C-X><C-O>')
  expect_line(editor, 'the completed word', '^    description')
  editor:type('<C-Y><Esc>')

  open(editor, JSON)
  editor:go_to('"titel"')
  editor:type('O<C-X><C-O>')
  expect_words(menu(editor), { 'title', 'icons' }, { 'name', 'inputSchema' })
  editor:type('<C-Y>')
  expect_line(editor, 'the completed word', '^ *"title"')
  editor:type('<Esc>')
end

local function jumps_to_a_definition(editor)
  for file, definition in pairs({ [YAML] = '^ *Words:$', [JSON] = '^ *"Words": {$' }) do
    open(editor, file)
    editor:go_to('#/components')
    editor:type('<C-]>')
    expect_line(editor, 'the definition', definition)
  end
end

local function shows_the_view_for_a_revision(editor)
  local file = copy('testdata/valid/library.mcpdesc.yaml')
  editor:open(file)
  wait_for('the server', function()
    return editor:clients()
  end, function(count)
    return count > 0
  end)
  editor:type(':McpdescView 2026-07-28<CR>')
  local expected = mcpdesc('project', file, '--protocol', '2026-07-28')
  wait_for('the view', function()
    return editor:run([[return {
      text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n',
      modifiable = vim.bo.modifiable,
    }]])
  end, function(shown)
    return vim.deep_equal(shown, { text = expected, modifiable = false })
  end)
end

local function leaves_other_files_alone(editor)
  local file = folder .. '/other.yaml'
  vim.fn.writefile({ 'a: [' }, file)
  editor:open(file)
  vim.wait(500)
  assert(editor:clients() == 0, 'the server looks at files that are no descriptions')
end

local CASES = {
  { 'shows what check finds', shows_what_check_finds },
  { 'completes', completes },
  { 'jumps to a definition', jumps_to_a_definition },
  { 'shows the view for a revision', shows_the_view_for_a_revision },
  { 'leaves other files alone', leaves_other_files_alone },
}

--- Runs a case with this setup.
local function run(heading, setup, name, case)
  local editor = Editor.start(setup)
  local passed, problem = xpcall(case, debug.traceback, editor)
  local told, messages = pcall(editor.run, editor, 'return vim.fn.execute("messages")')
  editor:stop()
  if not passed then
    messages = told and messages or 'nothing any more'
    error(heading .. ': ' .. name .. ': ' .. problem .. '\nNeovim says: ' .. messages, 0)
  end
  io.stdout:write('ok: ', heading:sub(5), ' ', name, '\n')
end

local function test()
  assert(vim.fn.has('nvim-0.7') == 1, 'this needs Neovim 0.7 or later')
  assert(vim.fn.executable('mcpdesc') == 1, 'mcpdesc is not in PATH')
  vim.fn.mkdir(folder, 'p')
  local is_new = vim.fn.has('nvim-0.11') == 1
  local heading = is_new and '### Neovim 0.11 and later' or '### Neovim 0.7 to 0.10'
  local setup = block(heading) .. '\n' .. block('### The view for a revision in Neovim')
  for _, case in ipairs(CASES) do
    run(heading, setup, case[1], case[2])
  end
end

-- An editor that asks something answers no call, and no call has an end of its own.
vim.loop.new_timer():start(END, 0, function()
  io.stderr:write('FAILED: it has not come to an end\n')
  vim.loop.kill(Editor.process, 'sigkill')
  os.exit(1)
end)
local passed, problem = xpcall(test, debug.traceback)
vim.fn.delete(folder, 'rf')
if not passed then
  io.stderr:write('FAILED: ', problem, '\n')
end
vim.cmd(passed and 'qall!' or 'cquit 1')
