/**
 * Writes the reference pages of the documentation from the code: `npm run docs`. With `--check` it only says which are
 * not current, and `docs.test.ts` does the same.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { EXPORT_FORMATS } from '../../packages/contract/src/tables/export-formats.ts'
import { NOTICE_TEXTS } from '../../packages/contract/src/tables/notices.ts'
import { processIo } from '../../packages/cli/src/call.ts'
import { createProgram } from '../../packages/cli/src/main.ts'
import { SEVERITIES } from '../../packages/guard/src/finding.ts'
import { TYPES } from '../../packages/guard/src/types/types.ts'
import { catalogueModelSchema } from '../../packages/providers/src/catalogue/catalogue-model.ts'
import { PROVIDERS } from '../../packages/providers/src/catalogue/default-catalogue.ts'
import { FILE_FORMATS } from '../../packages/workspace/src/file-kind.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'docs/reference')

/** Each page by the name of its file. */
const PAGES: Readonly<Record<string, () => string>> = {
  cli: cliPage,
  http: httpPage,
  environment: environmentPage,
  formats: formatsPage,
  'private-data': privateDataPage,
  notices: noticesPage,
  rules: rulesPage,
}

/** The pages whose file says something else than the code. */
export function stalePages(): readonly { readonly file: string; readonly text: string }[] {
  return Object.entries(PAGES)
    .map(([name, write]) => ({ file: join(folder, `${name}.md`), text: write() }))
    .filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
}

/** The program's own tree of commands, also for checking the commands in the documentation. */
export function commands(): Command {
  return createProgram(processIo(), { write: async () => true })
}

function made(from: string): string {
  return `This page is written from ${from} by \`npm run docs\`.`
}

function cliPage(): string {
  const describe = (command: Command, path: string): string[] => {
    const name = `${path} ${command.name()}`.trim()
    const help = command.configureHelp({ helpWidth: 80 }).helpInformation().trim()
    const own =
      command.commands.length > 0 && path !== '' ? [] : [`## ${name}\n\n\`\`\`text\n${help}\n\`\`\`\n`]
    return [...own, ...command.commands.flatMap((inner) => describe(inner, name))]
  }
  return `# Command line

${made('the commands themselves')} \`varve <command> --help\` shows the same with examples.

Exit codes: 0 done, 1 failed, 2 invalid usage or malformed input, 3 private data found or in question, 130 stopped.

${describe(commands(), '').join('\n')}`
}

interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly summary?: string; readonly tags?: readonly string[] }>>>
  >
}

function httpPage(): string {
  const document = JSON.parse(
    readFileSync(join(root, 'packages/server/src/openapi/golden/openapi.json'), 'utf8'),
  ) as OpenApi
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary = '', tags = [] }]) => ({
      path,
      method,
      summary,
      tag: tags[0] ?? '',
    })),
  )
  const groups = [...Map.groupBy(routes, ({ tag }) => tag)].map(([tag, own]) => {
    const rows = own.map(({ method, path, summary }) => [`\`${method.toUpperCase()} ${path}\``, summary])
    return `## ${tag}\n\n${table(['route', 'what it does'], rows)}\n`
  })
  return `# HTTP routes

${made('the OpenAPI document')} A running Varve gives the whole document, with bodies, parameters and refusals, at \`/api/openapi.json\`. [HTTP API](../api.md) is the guide.

${groups.join('\n')}`
}

/** What Varve reads besides keys and addresses of providers. A test compares the names with those in the code. */
export const VARIABLES: Readonly<Record<string, string>> = {
  VARVE_HOME:
    'one folder for everything Varve stores, in place of the usual folders; `varve paths` prints them',
  VARVE_PASSPHRASE: 'seals provider keys and traces, in place of the file with the master key',
  VARVE_DATABASE_URL: 'the database: the same as `--database`',
  VARVE_SERVER: 'the address of the Varve that commands work through: the same as `--server`',
  VARVE_API_KEY: 'an API key for that server',
  VARVE_WEB_SEARCH_URL: 'a SearXNG, or whatever answers as it does, for `@web` and web search by agents',
  VARVE_FIRST_BYTE_SECONDS: 'how long Varve waits for the first byte of an answer (600)',
  VARVE_PAUSE_SECONDS: 'how long it waits for the next piece (300)',
  VARVE_MODEL_SOURCE: 'where models to download come from, in place of the built-in address',
  VARVE_METRICS_TOKEN: 'what `/metrics` asks for as a bearer token',
  'VARVE_MCP_…': 'values for `${VARVE_MCP_…}` in the entries of MCP servers',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'where spans go: the same as `--otel`',
  OTEL_SERVICE_NAME: 'the name of the service in spans',
  OTEL_EXPORTER_OTLP_HEADERS: 'headers for that collector',
  OLLAMA_HOST: 'where Ollama listens, if not on its default port',
  NO_COLOR: 'no colour in a terminal',
}

function environmentPage(): string {
  const providers = PROVIDERS.map(({ id, name, keyVariable, baseUrlVariables = [], ...provider }) => {
    const key = !provider.isLocal
      ? `\`${keyVariable ?? provider.models[0]?.keyVariable ?? `${id.toUpperCase().replaceAll('-', '_')}_API_KEY`}\``
      : ''
    return [name, key, baseUrlVariables.map((variable) => `\`${variable}\``).join(', ')]
  })
  const schema = z.toJSONSchema(catalogueModelSchema, { io: 'input' }) as {
    readonly required?: readonly string[]
    readonly properties?: Readonly<
      Record<string, { readonly type?: string; readonly enum?: readonly string[] }>
    >
  }
  const fields = Object.entries(schema.properties ?? {}).map(([name, { type, enum: choices }]) => [
    `\`${name}\``,
    choices ? choices.map((choice) => `\`${choice}\``).join(', ') : (type ?? ''),
    schema.required?.includes(name) ? 'yes' : '',
  ])
  return `# Environment and config.json

${made('the code')}

## Variables

${table(
  ['variable', 'what it does'],
  Object.entries(VARIABLES).map(([name, words]) => [`\`${name}\``, words]),
)}

## Keys and addresses of providers
A key in the environment is used and never stored. An address replaces the provider's own, for a proxy or a server that speaks its protocol.

${table(['provider', 'key', 'address'], providers)}

## config.json
\`varve paths\` prints where it is. The page and \`varve models add\` write it; it has \`models\`, a list that is laid over the built-in catalogue. An entry whose \`id\` is known changes only the fields that it names:

\`\`\`json
{ "models": [{ "id": "openai/gpt-5.6", "price": { "input": 1, "output": 8 } }] }
\`\`\`

A model that is not known needs the fields marked below; \`varve models add ADDRESS MODEL\` fills them in and tries the model first.

${table(['field', 'value', 'needed'], fields)}
`
}

function formatsPage(): string {
  const kinds: Readonly<Record<string, string>> = {
    note: 'Markdown notes: parsed, linked, searched',
    pdf: 'PDF: text by page',
    image: 'pictures, for models that see',
    file: 'plain text and code',
  }
  const read = FILE_FORMATS.map(({ kind, extensions }) => [kinds[kind] ?? kind, extensions])
  const exported = Object.values(EXPORT_FORMATS).map(({ label, help, extension }) => [
    label,
    `.${extension}`,
    help,
  ])
  return `# Formats

${made('the tables of formats')}

## Files that Varve reads

${table(['kind', 'extensions'], read)}

A file with another extension is not listed. Files up to 16 MiB of text and 64 MiB of PDF or picture are read.

## Chats that Varve writes

${table(['format', 'extension', 'for'], exported)}

\`varve chats export\` and the menu of a chat write them. Each chat of a folder is also kept as a Markdown note in \`Varve/chats\`.

## Chats that Varve reads
\`varve chats import\` reads Varve's own Markdown, JSON and JSON Lines, exports of ChatGPT and Claude, and the Markdown chats of Obsidian plugins.

## Traces
One turn on each line as JSON, for \`varve replay\`, \`varve cost\` and \`varve explain\`; [logs and traces](../operations.md) describes the fields.
`
}

function privateDataPage(): string {
  const rows = SEVERITIES.flatMap((severity) =>
    Object.entries(TYPES)
      .filter(([, row]) => row.severity === severity)
      .map(([type, { name, advice }]) => [`\`${type}\``, name, severity, advice]),
  )
  return `# Private data

${made('the rules of the guard')} ${rows.length} types, most severe first. [The guard](../concepts/guard.md) says what happens when one is found; rules of your own are added in Settings, under Guard.

${table(['type', 'what it is', 'severity', 'advice'], rows)}
`
}

/** Read by people who never see the repository, so the page is a copy. */
function rulesPage(): string {
  const rules = readFileSync(join(root, 'packages/engine/SPEC.md'), 'utf8')
  return rules.replace(
    '\n\n',
    `\n\n${made('`packages/engine/SPEC.md`')} [Layers](../concepts/layers.md) and the pages after it explain the ideas.\n\n`,
  )
}

function noticesPage(): string {
  const rows = Object.entries(NOTICE_TEXTS).map(([code, words]) => [`\`${code}\``, words])
  return `# Notices

${made('the table of notices')} A notice is what Varve tells you beside an answer. In the HTTP API it is data: a code, a subject and values; these are the words that the page and the command line show. \`{name}\` is a value, \`{count|file|files}\` a plural.

${table(['code', 'words'], rows)}
`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

if (import.meta.main) {
  const stale = stalePages()
  if (!process.argv.includes('--check')) {
    mkdirSync(folder, { recursive: true })
    for (const { file, text } of stale) writeFileSync(file, text)
  }
  for (const { file } of stale) console.log(file)
  if (process.argv.includes('--check') && stale.length > 0) process.exitCode = 1
}
