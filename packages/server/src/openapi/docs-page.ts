import { createHash } from 'node:crypto'
import { ERROR_STATUS } from '../error-status.ts'
import { buildOpenApi } from './build-openapi.ts'

/** A schema as the document has it, as far as it is shown. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>

interface Reply {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Reply>>
}

interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string }
  readonly servers: readonly [{ readonly url: string }]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly securitySchemes: { readonly key: { readonly description: string } }
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Reply>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

interface DocsPage {
  readonly html: string
  /** Its own policy: one style sheet by its hash, and nothing else. */
  readonly policy: string
}

/** The OpenAPI document as one page that needs no script and nothing from elsewhere, so that it can be kept and printed. */
export function buildDocsPage(address: string): DocsPage {
  // The document is our own, and tests hold its form.
  const document = buildOpenApi(address) as ApiDocument
  const { info, servers, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = tags.map(({ name }) => ({
    name,
    id: `group-${name.toLowerCase().replaceAll(' ', '-')}`,
    routes: operations.filter(({ operation }) => operation.tags[0] === name),
  }))
  const schemas = Object.entries(components.schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const codes = Object.entries(ERROR_STATUS).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Varve API</title>
<style>${STYLE}</style>
<a class="skip" href="#content">Skip to the routes</a>
<nav aria-label="Contents">
<p><strong>Varve API</strong> ${escape(info.version)}</p>
<ul>
${groups
  .map(
    ({ name, id, routes }) =>
      `<li><details><summary>${escape(name)}</summary><ul><li><a href="#${id}">All of ${escape(name)}</a>${routes
        .map(({ operation }) => `<li><a href="#${operation.operationId}">${inline(operation.summary)}</a>`)
        .join('')}</ul></details>`,
  )
  .join('\n')}
<li><a href="#vendors">OpenAI, Anthropic and MCP</a>
<li><a href="#errors">Error codes</a>
<li><a href="#schemas">Schemas</a>
</ul>
</nav>
<main id="content" tabindex="-1">
<h1>Varve API</h1>
${paragraphs(info.description)}
<p>Base address: <code>${escape(servers[0].url)}</code>. Send a key with every request: <code>Authorization: Bearer …</code>. ${inline(components.securitySchemes.key.description)}</p>
<p>The same as a document for tools: <a href="openapi.json">openapi.json</a> (needs a key).</p>
${groups
  .map(
    ({ name, id, routes }) =>
      `<section aria-labelledby="${id}"><h2 id="${id}">${escape(name)}</h2>\n${routes
        .map((route) => operationHtml(route, components))
        .join('\n')}</section>`,
  )
  .join('\n')}
<section aria-labelledby="vendors"><h2 id="vendors">OpenAI, Anthropic and MCP</h2>
<p>These routes have the form of their vendors, and the official clients speak to them: <code>POST /v1/chat/completions</code>, <code>POST /v1/responses</code>, <code>POST /v1/embeddings</code>, <code>GET /v1/models</code>; <code>POST /v1/messages</code>, <code>POST /v1/messages/count_tokens</code>. <code>/mcp</code> serves a workspace to other assistants over the Model Context Protocol; <code>/mcp/</code> and a name chooses the workspace.</p>
</section>
<section aria-labelledby="errors"><h2 id="errors">Error codes</h2>
<p>Beside its own refusals, every route may answer:</p>
<ul>${Object.values(components.responses)
    .map(({ description = '' }) => `<li>${linkCodes(inline(description))}`)
    .join('')}</ul>
<table><thead><tr><th scope="col">Code<th scope="col">Status</thead><tbody>
${codes.map(([code, status]) => `<tr id="${code}"><td><code>${code}</code><td>${status}`).join('\n')}
</tbody></table></section>
<section aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => `<article><h3 id="schema-${name}"><code>${name}</code></h3>${schemaHtml(schema)}</article>`).join('\n')}
</section>
</main>
</html>
`
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

function operationHtml(
  {
    path,
    method,
    operation,
  }: { readonly path: string; readonly method: string; readonly operation: Operation },
  components: ApiDocument['components'],
): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const whole = parameters.map((one) => resolved(one, components.parameters))
  return `<article><h3 id="${operationId}">${inline(summary)}</h3>
<p class="route"><code><b>${method}</b> ${escape(path)}</code></p>
${description === undefined ? '' : paragraphs(description)}
${
  whole.length === 0
    ? ''
    : `<table><caption>Parameters</caption><thead><tr><th scope="col">Name<th scope="col">In<th scope="col">Meaning</thead><tbody>${whole
        .map(
          (one) =>
            `<tr><td><code>${escape(one.name)}</code>${one.required ? '' : ' <small>optional</small>'}<td>${escape(one.in)}<td>${inline(one.description ?? '')}`,
        )
        .join('')}</tbody></table>`
}
${requestBody ? `<h4>Body</h4>${contentHtml(requestBody.content)}` : ''}
<table><caption>Responses</caption><thead><tr><th scope="col">Status<th scope="col">Meaning<th scope="col">Body</thead><tbody>${Object.entries(
    responses,
  )
    // Those that any route may give are described once.
    .filter(([, { $ref }]) => $ref === undefined)
    .map(
      ([status, { description: words = '', content = {} }]) =>
        `<tr><td>${status}<td>${linkCodes(inline(words))}<td>${Object.entries(content)
          .map(([type, { schema }]) => (schema ? typeHtml(schema) : escape(type)))
          .join(' or ')}`,
    )
    .join('')}</tbody></table></article>`
}

function contentHtml(content: Content): string {
  return Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<div><code>${escape(type)}</code>${schema ? `: ${typeHtml(schema)}` : ', the file as it is'}</div>${
          example === undefined
            ? ''
            : `<pre tabindex="0" aria-label="Example">${escape(JSON.stringify(example, undefined, 2))}</pre>`
        }`,
    )
    .join('')
}

function schemaHtml(schema: Schema): string {
  const { description, properties } = schema
  const words = description === undefined ? '' : paragraphs(description)
  if (!properties) return `${words}<div>${typeHtml(schema)}</div>`
  return `${words}${propertiesHtml(schema)}`
}

function propertiesHtml({ properties = {}, required = [] }: Schema): string {
  return `<dl>${Object.entries(properties)
    .map(
      ([name, one]) =>
        `<div><dt><code>${escape(name)}</code>${required.includes(name) ? '' : ' <small>optional</small>'}<dd>${typeHtml(one)}${
          one.description === undefined ? '' : `. ${inline(one.description)}`
        }</div>`,
    )
    .join('')}</dl>`
}

/** What a value may be, in words; a schema with a name is a link to it. */
function typeHtml(schema: Schema): string {
  const { $ref, type, items, properties, additionalProperties } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? ''
    return `<a href="#schema-${name}">${escape(name)}</a>`
  }
  if ('const' in schema) return valueHtml(schema.const)
  if (schema.enum) return schema.enum.map(valueHtml).join(' or ')
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (either) return [...new Set(either.map(typeHtml))].join(schema.allOf ? ' with ' : ' or ')
  if (items) return `list of ${typeHtml(items)}`
  if (properties) return `object:${propertiesHtml(schema)}`
  if (typeof additionalProperties === 'object') return `object, each value ${typeHtml(additionalProperties)}`
  const words = typeof type === 'object' ? type.join(' or ') : (type ?? 'anything')
  return escape(schema.format === 'date-time' ? 'time, such as 2026-01-31T09:00:00Z' : words)
}

function valueHtml(value: unknown): string {
  return `<code>${escape(JSON.stringify(value))}</code>`
}

function resolved<Part extends { readonly $ref?: string }>(
  part: Part,
  known: Readonly<Record<string, Part>>,
): Part {
  return (part.$ref === undefined ? undefined : known[part.$ref.split('/').at(-1) ?? '']) ?? part
}

function paragraphs(markdown: string): string {
  return markdown
    .split(/\n\n+/)
    .map((one) => `<p>${inline(one)}</p>`)
    .join('\n')
}

/** The only Markdown that descriptions have is `code`. */
function inline(markdown: string): string {
  return escape(markdown).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Error codes lead to their row. */
function linkCodes(html: string): string {
  return html.replace(/<code>([a-z-]+)<\/code>/g, (whole, name: string) =>
    name in ERROR_STATUS ? `<a href="#${name}">${whole}</a>` : whole,
  )
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#dcd8d0, #3b3a37); --soft: light-dark(#f5f2ec, #262523); --link: light-dark(#1f5a8c, #8fc1ee); }
* { box-sizing: border-box; }
body { display: grid; grid-template-columns: 17rem minmax(0, 52rem); gap: 2.5rem; margin: 0; padding: 0 1.5rem; font: 15px/1.55 system-ui, sans-serif; background: light-dark(#fff, #1b1a19); color: light-dark(#23211e, #eae7e1); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem; background: var(--soft); }
nav { position: sticky; top: 0; max-height: 100vh; padding: 1rem 0; overflow: auto; font-size: 14px; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav ul ul { margin: 0 0 .5rem; padding-left: 1rem; border-left: 1px solid var(--line); }
nav li { padding: .15rem 0; }
summary { cursor: pointer; }
main { padding: 1rem 0 30vh; outline: none; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { margin: 2rem 0 .25rem; font-size: 16px; }
h4 { margin: 1rem 0 0; font-size: 14px; }
:target { background: light-dark(#fff3c4, #4a4220); }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre, .route { padding: .5rem .75rem; border-radius: 6px; background: var(--soft); overflow: auto; }
.route { margin: .25rem 0; }
table { width: 100%; margin: .75rem 0; border-collapse: collapse; }
caption { text-align: left; font-weight: 600; font-size: 14px; }
th, td { padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-size: 14px; overflow-wrap: anywhere; }
td:first-child, td:last-child { min-width: 5rem; }
dl { margin: .5rem 0; padding-left: .75rem; border-left: 2px solid var(--line); }
dl > div { padding: .15rem 0; }
dt { display: inline; } dt::after { content: " "; }
dd { display: inline; margin: 0; }
@media (max-width: 760px) { body { display: block; padding: 0 1rem; } nav { position: static; max-height: none; } }
@media print { nav, .skip { display: none; } body { display: block; } }
`
