/** Finds the program `mcpdesc` on the disk. */
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/** Where to look for programs. */
export interface Surroundings {
  /** The folder that relative paths belong to. */
  readonly root: string | undefined;
  /** The folder that `~` stands for. */
  readonly home: string;
  /** The folders that programs are looked for in by name. */
  readonly folders: readonly string[];
  /** The endings that programs may have; `''` for none. */
  readonly endings: readonly string[];
}

/** The surroundings of this process. */
export function surroundings(root: string | undefined): Surroundings {
  const home = homedir();
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return {
    root,
    home,
    // An editor that was not started from a terminal often lacks what cargo adds to `PATH`.
    folders: [...path, join(home, '.cargo', 'bin')],
    endings: process.platform === 'win32' ? ['', '.exe'] : [''],
  };
}

/** The full path of the program that the setting `mcpdesc.path` means, or why there is none. */
export function find(setting: string, where: Surroundings): { path: string } | { problem: string } {
  const written = setting.trim() || 'mcpdesc';
  const isName = !/[/\\]/.test(written);
  const candidates = isName
    ? where.folders.map((folder) => join(folder, written))
    : [inFull(written, where)];
  const found = candidates
    .flatMap((path) => where.endings.map((ending) => path + ending))
    .find(isProgram);
  if (found !== undefined) return { path: found };
  const place = isName
    ? `\`${written}\` is in none of the folders of PATH`
    : `\`${candidates.join()}\` is no program that can be run`;
  return {
    problem: `Cannot start the MCP Description language server: ${place}. Install mcpdesc, or say in the setting \`mcpdesc.path\` where it is.`,
  };
}

function inFull(path: string, where: Surroundings): string {
  if (/^~[/\\]/.test(path)) return join(where.home, path.slice(2));
  return isAbsolute(path) ? path : resolve(where.root ?? where.home, path);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
