/** Read-only documents that show what a client of one MCP revision gets to see. */
import * as vscode from 'vscode';
import { CodeLensRequest, ExecuteCommandRequest } from 'vscode-languageclient';
import type { LanguageClient } from 'vscode-languageclient/node';
import { VIEW_SCHEME, shownBy, viewName } from './names';
import { isDescription } from './server';

/** The server's command, with the URI of a document and a revision as its arguments. */
export const PROJECT = 'mcpdesc.project';

/** How long to wait for the next change before views are made again, in milliseconds. */
const QUIET_TIME = 300;

/** What the server makes of a document. */
interface View {
  readonly languageId: string;
  readonly text: string;
}

/** Makes views, and makes them again when their document changes. */
export class Views implements vscode.TextDocumentContentProvider {
  /** The newest view that could be made, by its URI; a half-typed document has none. */
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly subscriptions: readonly { dispose(): unknown }[];
  readonly onDidChange = this.changed.event;

  /** `running` gives the client of the server, where it runs. */
  constructor(private readonly running: () => LanguageClient | undefined) {
    this.subscriptions = [
      this.changed,
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.outdate(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    ];
  }

  dispose(): void {
    this.timers.forEach((timer) => {
      clearTimeout(timer);
    });
    this.subscriptions.forEach((it) => void it.dispose());
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return this.texts.get(uri.toString()) ?? (await this.make(uri)).text;
  }

  /** Shows a view; without arguments, of the active editor's document for a revision to pick. */
  async show(source?: unknown, revision?: unknown): Promise<void> {
    try {
      const shown =
        typeof source === 'string' && typeof revision === 'string'
          ? { source: vscode.Uri.parse(source), revision }
          : await this.pick();
      if (shown) await this.open(shown.source, shown.revision);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(`Cannot show the view: ${reason}`);
    }
  }

  private async pick(): Promise<{ source: vscode.Uri; revision: string } | undefined> {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isDescription(document)) throw new Error('open an MCP Description first');
    const revisions = await this.revisions(document);
    if (revisions.length === 0) {
      throw new Error('no revision of MCP can be read in the `protocolVersions` of the document');
    }
    const placeHolder = 'The revision of MCP to show the view for';
    const revision = await vscode.window.showQuickPick(revisions, { placeHolder });
    return revision === undefined ? undefined : { source: document.uri, revision };
  }

  /** The revisions that the server offers views for. */
  private async revisions(document: vscode.TextDocument): Promise<string[]> {
    const client = this.client();
    const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
    const lenses = await client.sendRequest(CodeLensRequest.type, { textDocument });
    return (lenses ?? []).flatMap(({ command }) => {
      const revision: unknown = command?.command === PROJECT ? command.arguments?.[1] : undefined;
      return typeof revision === 'string' ? [revision] : [];
    });
  }

  private async open(source: vscode.Uri, revision: string): Promise<void> {
    const name = viewName(source.path, { source: source.toString(), revision });
    const uri = vscode.Uri.from({ scheme: VIEW_SCHEME, ...name });
    const view = await this.make(uri);
    this.keep(uri, view.text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, view.languageId);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
  }

  /** Asks the server for a view. */
  private async make(uri: vscode.Uri): Promise<View> {
    const shown = shownBy(uri.query);
    if (!shown) throw new Error(`\`${uri.toString()}\` is no view`);
    // The server knows open documents only. The tab of a view may outlive that of its document.
    const source = await vscode.workspace.openTextDocument(vscode.Uri.parse(shown.source));
    const client = this.client();
    return (await client.sendRequest(ExecuteCommandRequest.type, {
      command: PROJECT,
      arguments: [client.code2ProtocolConverter.asUri(source.uri), shown.revision],
    })) as View;
  }

  private client(): LanguageClient {
    const client = this.running();
    if (!client) throw new Error('the language server is not running');
    return client;
  }

  private keep(uri: vscode.Uri, text: string): void {
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
  }

  /** Makes the views of a document again, once it is quiet. */
  private outdate(source: vscode.TextDocument): void {
    const key = source.uri.toString();
    const views = vscode.workspace.textDocuments
      .map(({ uri }) => uri)
      .filter(({ scheme, query }) => scheme === VIEW_SCHEME && shownBy(query)?.source === key);
    if (views.length === 0) return;
    clearTimeout(this.timers.get(key));
    const renew = () => {
      this.timers.delete(key);
      for (const uri of views) {
        this.make(uri).then(
          ({ text }) => {
            this.keep(uri, text);
          },
          // A document with errors has no view; the last one stays until they are corrected.
          () => undefined,
        );
      }
    };
    this.timers.set(key, setTimeout(renew, QUIET_TIME));
  }
}
