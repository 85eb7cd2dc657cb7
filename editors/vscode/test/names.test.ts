import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selector, shownBy, viewName } from '../src/names';

test('the patterns of the person come after the names that always are descriptions', () => {
  const patterns = selector(['**/server.yaml']).map(({ pattern }) => pattern);
  assert.deepEqual(patterns, ['**/*.mcpdesc.{json,yaml,yml}', '**/server.yaml']);
});

test('only files are served, not the views of them', () => {
  for (const { scheme } of selector(['**/server.yaml'])) assert.equal(scheme, 'file');
});

test('a view is named after its document and its revision, and ends as the document does', () => {
  const shown = { source: 'file:///a/library.mcpdesc.yaml', revision: '2025-11-25' };
  const name = (path: string) => viewName(path, shown).path;
  assert.equal(name('/a/library.mcpdesc.yaml'), '/library (MCP 2025-11-25).mcpdesc.yaml');
  assert.equal(name('/a/server.json'), '/server (MCP 2025-11-25).json');
  assert.equal(name('/a/no-ending'), '/no-ending (MCP 2025-11-25)');
});

test('the URI of a view tells what it shows, whatever the name of its document', () => {
  const shown = { source: 'file:///a/%E8%B3%87&=%23?.mcpdesc.yaml', revision: '2026-07-28' };
  assert.deepEqual(shownBy(viewName('/a/資&=#?.mcpdesc.yaml', shown).query), shown);
});

test('what was not made here shows nothing', () => {
  for (const query of ['', 'x', 'null', '[]', '{}', '{"source":1,"revision":"2026-07-28"}']) {
    assert.equal(shownBy(query), undefined, query);
  }
});
