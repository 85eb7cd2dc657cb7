/** The extension: the language server, and the views that it makes. */
import * as vscode from 'vscode';
import { VIEW_SCHEME } from './names';
import { Server } from './server';
import { PROJECT, Views } from './views';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('MCP Description', { log: true });
  const views = new Views(() => server?.running);
  server = new Server(output, {
    // The client registers the server's commands; what this one gives must be shown.
    executeCommand: (command, args: unknown[], next) =>
      command === PROJECT ? views.show(...args) : (next(command, args) as unknown),
  });
  context.subscriptions.push(
    output,
    views,
    server,
    vscode.workspace.registerTextDocumentContentProvider(VIEW_SCHEME, views),
    vscode.commands.registerCommand('mcpdesc.restart', () => server?.restart()),
  );
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
