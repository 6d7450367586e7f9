/** The formats in which a chat is exported, in the order in which the page offers them. The app writes each. */
export interface ExportFormatRow {
  readonly label: string
  readonly help: string
  readonly extension: string
  readonly mediaType: string
}

export const EXPORT_FORMATS = {
  markdown: {
    label: 'Markdown',
    help: 'A readable note that Varve can import again',
    extension: 'md',
    mediaType: 'text/markdown; charset=utf-8',
  },
  html: {
    label: 'HTML',
    help: 'A web page to print or share',
    extension: 'html',
    mediaType: 'text/html; charset=utf-8',
  },
  json: {
    label: 'JSON',
    help: 'Everything, including attached texts',
    extension: 'json',
    mediaType: 'application/json',
  },
  jsonl: {
    label: 'JSON Lines',
    help: 'One message per line, for other programs',
    extension: 'jsonl',
    mediaType: 'application/x-ndjson',
  },
} as const satisfies Readonly<Record<string, ExportFormatRow>>

export type ExportForm = keyof typeof EXPORT_FORMATS

export const EXPORT_FORMS = Object.keys(EXPORT_FORMATS) as readonly ExportForm[]
