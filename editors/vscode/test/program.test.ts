import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { find, type Surroundings } from '../src/program';

let folder: string;
let where: Surroundings;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcpdesc-'));
  const program = (...names: string[]) => {
    writeFileSync(join(folder, ...names), '');
    chmodSync(join(folder, ...names), 0o755);
  };
  for (const name of ['empty', 'bin', 'home', 'root', 'root/folder']) mkdirSync(join(folder, name));
  program('bin', 'mcpdesc');
  program('home', 'mine');
  program('root', 'built');
  writeFileSync(join(folder, 'root', 'text'), '');
  chmodSync(join(folder, 'root', 'text'), 0o644);
  where = {
    root: join(folder, 'root'),
    home: join(folder, 'home'),
    folders: [join(folder, 'empty'), join(folder, 'bin')],
    endings: [''],
  };
});

after(() => {
  rmSync(folder, { recursive: true });
});

test('a name is looked for in the folders, and an empty setting means the usual name', () => {
  for (const setting of ['mcpdesc', '', ' mcpdesc ']) {
    assert.deepEqual(find(setting, where), { path: join(folder, 'bin', 'mcpdesc') });
  }
});

test('a path may be absolute, begin at home, or belong to the open folder', () => {
  const mine = { path: join(folder, 'home', 'mine') };
  assert.deepEqual(find(join(folder, 'home', 'mine'), where), mine);
  assert.deepEqual(find('~/mine', where), mine);
  assert.deepEqual(find('./built', where), { path: join(folder, 'root', 'built') });
});

test('an ending that programs have on this system may be left out', () => {
  writeFileSync(join(folder, 'bin', 'other.exe'), '');
  chmodSync(join(folder, 'bin', 'other.exe'), 0o755);
  const found = find('other', { ...where, endings: ['', '.exe'] });
  assert.deepEqual(found, { path: join(folder, 'bin', 'other.exe') });
});

test('what cannot be found is named, with the setting that mends it', () => {
  const problem = (setting: string) => {
    const found = find(setting, where);
    assert.ok('problem' in found, setting);
    assert.match(found.problem, /Install mcpdesc, or say in the setting `mcpdesc\.path`/);
    return found.problem;
  };
  assert.match(problem('nothing'), /`nothing` is in none of the folders of PATH/);
  assert.match(problem('./nothing'), /root\/nothing` is no program/);
  assert.match(problem('./folder'), /root\/folder` is no program/);
});

test('a file that may not be run is no program', { skip: process.platform === 'win32' }, () => {
  assert.ok('problem' in find('./text', where));
});
