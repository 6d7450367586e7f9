/**
 * Builds the documentation as a static site that needs no server and no network: `npm run docs:site [-- <folder>]`.
 * Pages are the Markdown files of `docs`; the words of all of them are in a search index beside the pages.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import { build } from 'esbuild'
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it'
import MiniSearch from 'minisearch'
import { SECTIONS } from './pages.ts'

const root = resolve(import.meta.dirname, '../..')
const docs = join(root, 'docs')

export interface Heading {
  readonly level: number
  readonly text: string
  readonly id: string
}

export interface Page {
  /** In `docs`, without `.md`. */
  readonly path: string
  readonly title: string
  readonly html: string
  readonly headings: readonly Heading[]
  /** The text below each heading, for the search. */
  readonly parts: readonly { readonly heading: Heading; readonly text: string }[]
}

export async function buildSite(target: string): Promise<readonly Page[]> {
  const markdown = await createRenderer()
  const paths = [...SECTIONS.flatMap((section) => section.pages), ...decisionPaths()]
  const pages = paths.map((path) => renderPage(path, markdown))
  rmSync(target, { recursive: true, force: true })
  for (const page of pages) {
    const file = join(target, `${page.path}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, layout(page, pages))
  }
  cpSync(join(docs, 'images'), join(target, 'images'), { recursive: true })
  copyFileSync(join(import.meta.dirname, 'site.css'), join(target, 'site.css'))
  copyFileSync(join(root, 'packages/web/public/favicon.svg'), join(target, 'favicon.svg'))
  mkdirSync(join(target, 'fonts'))
  for (const [name, file] of FONTS)
    copyFileSync(join(root, 'node_modules/@fontsource-variable', file), join(target, 'fonts', name))
  await writeSearch(target, pages)
  return pages
}

/** The page's own. */
const FONTS = [
  ['inter.woff2', 'inter/files/inter-latin-wght-normal.woff2'],
  ['jetbrains-mono.woff2', 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'],
] as const

function decisionPaths(): readonly string[] {
  const list = readFileSync(join(docs, 'decisions/README.md'), 'utf8')
  return [
    'decisions/README',
    ...[...list.matchAll(/\]\((\d{4}-[\w-]+)\.md\)/g)].map(([, name]) => `decisions/${name}`),
  ]
}

const LANGUAGES = [
  'bash',
  'css',
  'diff',
  'html',
  'ini',
  'javascript',
  'json',
  'markdown',
  'sql',
  'typescript',
  'yaml',
]
const ALIASES: Readonly<Record<string, string>> = {
  sh: 'bash',
  js: 'javascript',
  ts: 'typescript',
  yml: 'yaml',
  md: 'markdown',
}

async function createRenderer(): Promise<MarkdownIt> {
  const highlighter = await createHighlighterCore({
    themes: [createCssVariablesTheme()],
    langs: LANGUAGES.map((name) => import(/* @vite-ignore */ `@shikijs/langs/${name}`)),
    engine: createJavaScriptRegexEngine(),
  })
  const markdown = createMarkdown({ html: true, linkify: false, typographer: false })
  markdown.options.highlight = (code, language) => highlight(highlighter, code, language)
  return markdown
}

function highlight(highlighter: HighlighterCore, code: string, language: string): string {
  const lang = ALIASES[language] ?? language
  if (!LANGUAGES.includes(lang)) return ''
  return highlighter.codeToHtml(code, { lang, theme: 'css-variables' })
}

/** A heading's name in an address, as GitHub makes it. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

export function renderPage(path: string, markdown = createMarkdown({ html: true })): Page {
  const source = readFileSync(join(docs, `${path}.md`), 'utf8')
  const tokens = markdown.parse(source, {})
  const headings: Heading[] = []
  const parts: { heading: Heading; text: string }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = plainText(tokens[index + 1])
      const heading = { level: Number(token.tag.slice(1)), text, id: headingId(text) }
      token.attrSet('id', heading.id)
      headings.push(heading)
      parts.push({ heading, text: '' })
    }
    const part = parts.at(-1)
    if (part && (token.type === 'inline' || token.type === 'fence')) part.text += ` ${plainText(token)}`
    pointToPages(token.children ?? [], path)
  }
  const title = headings[0]?.text ?? path
  return {
    path,
    title,
    html: withFigures(markdown.renderer.render(tokens, markdown.options, {}), path),
    headings,
    parts,
  }
}

function plainText(token: Token | undefined): string {
  if (!token) return ''
  if (!token.children) return token.content
  return token.children
    .map(({ type, content }) =>
      type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('')
}

/** Links between files become links between pages; what is in no page is named, since a site has no host to point to. */
function pointToPages(tokens: readonly Token[], path: string): void {
  let isNamed = false
  for (const token of tokens) {
    if (token.type === 'link_close' && isNamed) token.tag = 'span'
    if (token.type !== 'link_open') continue
    const href = String(token.attrGet('href') ?? '')
    const [file = '', anchor] = href.split('#')
    const place = posix.join(posix.dirname(path), file)
    isNamed = !/^[a-z]+:|^#/.test(href) && place.startsWith('..')
    if (isNamed) {
      token.tag = 'span'
      token.attrs = [['title', `${place.replace('../', '')} in the repository`]]
    } else if (file.endsWith('.md'))
      token.attrSet('href', `${file.replace(/\.md$/, '.html')}${anchor === undefined ? '' : `#${anchor}`}`)
  }
}

/** Drawings are put into the page, so that they follow its colours. */
function withFigures(html: string, path: string): string {
  return html
    .replace(/<img src="([^"]+\.svg)" alt="([^"]*)">/g, (whole, source: string, alt: string) => {
      const file = join(docs, dirname(path), source)
      if (!existsSync(file)) return whole
      const svg = readFileSync(file, 'utf8').replace(/<\?xml[^>]*>\s*/, '')
      return svg.includes('<animate')
        ? whole
        : `<span class="figure" role="img" aria-label="${alt}">${svg}</span>`
    })
    .replaceAll('<table>', '<div class="table"><table>')
    .replaceAll('</table>', '</table></div>')
}

function layout(page: Page, pages: readonly Page[]): string {
  const base = '../'.repeat(page.path.split('/').length - 1)
  const titleOf = (path: string): string => pages.find((one) => one.path === path)?.title ?? path
  const order = SECTIONS.flatMap((section) => section.pages)
  const place = order.indexOf(page.path)
  const neighbour = (path: string | undefined, words: string): string =>
    path === undefined || place < 0
      ? ''
      : `<a href="${base}${path}.html"><small>${words}</small>${escape(titleOf(path))}</a>`
  const navigation = SECTIONS.map(
    (section) =>
      `<h2>${escape(section.title)}</h2><ul>${section.pages
        .map((path) => {
          const current = path === page.path ? ' aria-current="page"' : ''
          return `<li><a href="${base}${path}.html"${current}>${escape(titleOf(path))}</a></li>`
        })
        .join('')}</ul>`,
  ).join('')
  const contents = page.headings
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`)
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(page.path === 'index' ? 'Varve' : `${page.title} · Varve`)}</title>
<link rel="icon" href="${base}favicon.svg">
<link rel="stylesheet" href="${base}site.css">
<script src="${base}search.js" data-base="${base}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="${base}index.html"><img src="${base}favicon.svg" alt="">Varve</a>
<button type="button" class="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<div class="search" role="search">
<input type="search" placeholder="Search (press /)" aria-label="Search the documentation" role="combobox" aria-expanded="false" aria-controls="results" autocomplete="off">
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
</div>
</header>
<div class="columns">
<nav id="navigation" aria-label="Documentation">${navigation}<h2>Decisions</h2><ul><li><a href="${base}decisions/README.html">Why it is so</a></li></ul></nav>
<main id="content">
<article>${page.html}</article>
<footer class="neighbours">${neighbour(order[place - 1], 'Previous')}${neighbour(order[place + 1], 'Next')}</footer>
</main>
<aside aria-label="On this page">${contents === '' ? '' : `<h2>On this page</h2><ul>${contents}</ul>`}</aside>
</div>
</body>
</html>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** A script and not JSON: a page that is opened from a folder may load no other files. */
async function writeSearch(target: string, pages: readonly Page[]): Promise<void> {
  const index = new MiniSearch({
    fields: ['heading', 'title', 'text'],
    storeFields: ['title', 'heading', 'address', 'excerpt'],
  })
  index.addAll(
    pages.flatMap(({ path, title, parts }) =>
      parts.map(({ heading, text }, place) => ({
        id: `${path}#${place}`,
        title,
        heading: heading.text,
        text,
        address: `${path}.html${heading.level === 1 ? '' : `#${heading.id}`}`,
        excerpt: text
          .replace(/\s+/g, ' ')
          .trim()
          .slice(heading.text.length, heading.text.length + 140),
      })),
    ),
  )
  const json = JSON.stringify(index).replaceAll('</', '<\\/')
  writeFileSync(join(target, 'search-index.js'), `window.VARVE_SEARCH = ${json}\n`)
  await build({
    entryPoints: [join(import.meta.dirname, 'search.ts')],
    outfile: join(target, 'search.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  })
}

/** Where a link of a page leads in the repository. */
export function linkTarget(path: string, href: string): { readonly file: string; readonly anchor?: string } {
  const [place = '', anchor] = href.split('#')
  const file = place === '' ? `${path}.md` : join(dirname(path), decodeURI(place))
  return { file: relative(root, resolve(docs, file)), ...(anchor === undefined ? {} : { anchor }) }
}

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? join(root, 'dist/docs'))
  const pages = await buildSite(target)
  console.log(`${pages.length} pages in ${target}`)
}
