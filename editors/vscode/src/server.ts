/** The language server: starts it once a description is open, and stops it. */
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';
import { LanguageClient } from 'vscode-languageclient/node';
import { selector } from './names';
import { find, surroundings } from './program';

/** The section of the settings, and what commands begin with. */
export const SECTION = 'mcpdesc';

/** The settings that a running server cannot take over. */
const AT_START = ['path', 'files'].map((name) => `${SECTION}.${name}`);

/** The one server that serves all descriptions. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  /** The start or stop that is under way; the next one waits for it. */
  private turn: Promise<void> = Promise.resolve();
  /** Whether the program was looked for; not again for every document when it is missing. */
  private tried = false;
  private readonly subscriptions: readonly { dispose(): unknown }[];

  constructor(
    private readonly output: vscode.LogOutputChannel,
    private readonly middleware: Middleware,
  ) {
    this.subscriptions = [
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isDescription(document)) void this.start();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (AT_START.some((setting) => change.affectsConfiguration(setting))) void this.restart();
      }),
    ];
    if (vscode.workspace.textDocuments.some(isDescription)) void this.start();
  }

  /** The client of the server, where it runs. */
  get running(): LanguageClient | undefined {
    return this.client?.isRunning() ? this.client : undefined;
  }

  /** Starts the server unless that was tried before. */
  start(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.tried) await this.launch();
    });
  }

  /** Stops the server and starts it with the settings of now. */
  restart(): Promise<void> {
    return this.inTurn(async () => {
      await this.shutDown();
      await this.launch();
    });
  }

  /** Stops the server. */
  stop(): Promise<void> {
    return this.inTurn(() => this.shutDown());
  }

  dispose(): void {
    this.subscriptions.forEach((it) => void it.dispose());
  }

  private inTurn(action: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(action).catch((error: unknown) => {
      this.output.error(String(error));
    });
    return this.turn;
  }

  private async launch(): Promise<void> {
    this.tried = true;
    const settings = vscode.workspace.getConfiguration(SECTION);
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const program = find(settings.get('path', ''), surroundings(root));
    if ('problem' in program) {
      this.output.error(program.problem);
      // Not awaited: a message may stay for hours.
      void offerSettings(program.problem);
      return;
    }
    this.output.info(`Starting ${program.path} lsp`);
    const client = new LanguageClient(
      SECTION,
      'MCP Description',
      { command: program.path, args: ['lsp'], options: root === undefined ? {} : { cwd: root } },
      {
        documentSelector: selector(settings.get<string[]>('files', [])),
        outputChannel: this.output,
        initializationOptions: settings,
        middleware: this.middleware,
      },
    );
    this.client = client;
    await client.start();
    await tell(true);
  }

  private async shutDown(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await tell(false);
    // One that has failed cannot be stopped, and need not be.
    if (client?.isRunning()) await client.dispose();
  }
}

/** Whether the server is for this document. */
export function isDescription(document: vscode.TextDocument): boolean {
  const files = vscode.workspace.getConfiguration(SECTION).get<string[]>('files', []);
  return vscode.languages.match(selector(files), document) > 0;
}

/** Lets the commands that need the server appear or go. */
async function tell(running: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', `${SECTION}.running`, running);
}

async function offerSettings(problem: string): Promise<void> {
  const settings = 'Open Settings';
  if ((await vscode.window.showErrorMessage(problem, settings)) === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `${SECTION}.path`);
  }
}
