/** The names of documents: which are descriptions, and what a view is called. */
import { posix } from 'node:path';

/** Matches the files that are descriptions by their name, as `mcpdesc check` does in a folder. */
const DESCRIPTIONS = '**/*.mcpdesc.{json,yaml,yml}';

/** The scheme of the documents that show a view. */
export const VIEW_SCHEME = 'mcpdesc-view';

/** Selects the documents that the server is for; `further` are the patterns that the person set. */
export function selector(further: readonly string[]): { scheme: string; pattern: string }[] {
  // Only files: what is shown of them, such as a view or an old version, is not edited.
  return [DESCRIPTIONS, ...further].map((pattern) => ({ scheme: 'file', pattern }));
}

/** What a view shows: the URI of a description, and a revision of MCP. */
export interface Shown {
  readonly source: string;
  readonly revision: string;
}

/** The parts of a view's own URI; its path is for people. */
export function viewName(sourcePath: string, shown: Shown): { path: string; query: string } {
  const name = posix.basename(sourcePath);
  const stem = name.replace(/(\.mcpdesc)?\.[^.]*$/, '');
  const ending = name.slice(stem.length);
  const { source, revision } = shown;
  return { path: `/${stem} (MCP ${revision})${ending}`, query: JSON.stringify({ source, revision }) };
}

/** What the view with this `query` in its URI shows. */
export function shownBy(query: string): Shown | undefined {
  try {
    const shown = JSON.parse(query) as Partial<Record<string, unknown>> | null;
    const source = shown?.source;
    const revision = shown?.revision;
    if (typeof source === 'string' && typeof revision === 'string') return { source, revision };
  } catch {
    // It was not made here.
  }
  return undefined;
}
