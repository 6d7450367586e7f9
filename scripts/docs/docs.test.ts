import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { transform } from 'esbuild'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { launchBrowser } from '../../packages/web/src/testing/launch-browser.ts'
import { buildSite, headingId, linkTarget, type Page, renderPage } from './build-site.ts'
import { SECTIONS } from './pages.ts'
import { commands, stalePages, VARIABLES } from './reference.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGES = globSync('docs/**/*.md', { cwd: ROOT }).map((file) =>
  relative('docs', file).replaceAll('\\', '/').replace(/\.md$/, ''),
)
const TOLD = PAGES.filter((path) => !path.startsWith('decisions/'))
/** Beside `docs`, read by the same people. */
const OTHERS = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'examples/README.md',
  ...globSync('packages/*/README.md', { cwd: ROOT }),
]

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

interface Code {
  readonly file: string
  readonly line: number
  readonly language: string
  readonly code: string
}

function codeBlocks(file: string): readonly Code[] {
  const text = read(file)
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

const BLOCKS = [...TOLD.map((path) => `docs/${path}.md`), ...OTHERS].flatMap(codeBlocks)

/** Code inside a sentence. */
const INLINE = [...TOLD.map((path) => `docs/${path}.md`), ...OTHERS].flatMap((file) =>
  read(file)
    .replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ file, line: index + 1, code })),
    ),
)

test('the navigation has every page, and no other', () => {
  expect(SECTIONS.flatMap(({ pages }) => pages).toSorted()).toEqual(TOLD.toSorted())
})

test('the reference says what the code says (npm run docs writes it again)', () => {
  expect(stalePages().map(({ file }) => relative(ROOT, file))).toEqual([])
})

test('every variable that the code reads is in the reference', () => {
  const names = new Set<string>()
  for (const file of globSync('packages/{app,cli,server,net,providers,store,index}/{src,bin}/**/*.{ts,js}', {
    cwd: ROOT,
  })) {
    if (/\.test\.ts$|\/testing\/|\/scenarios\//.test(file)) continue
    for (const [name] of read(file).matchAll(/VARVE_[A-Z]+(?:_[A-Z]+)*/g)) names.add(name)
  }
  // Between two processes of one start, and for the project's own tests.
  const inner = /^VARVE_(?:RELAUNCHED|BUNDLE\w*|TEST\w*|WRITE_GOLDEN|WALK_LATE|MCP.*)$/
  expect([...names].filter((name) => !inner.test(name) && VARIABLES[name] === undefined)).toEqual([])
})

test.each([...PAGES.map((path) => `docs/${path}.md`), ...OTHERS])('%s: links lead somewhere', (file) => {
  const text = read(file).replaceAll(/```[\s\S]*?```/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|<a href="([^"]+)"|src(?:set)?="([^"]+)"/g)]
  const wrong = links
    .map(([, link, tag, source]) => link ?? tag ?? source ?? '')
    .filter((href) => !/^(?:https?|mailto):/.test(href) && !isThere(file, href))
  expect(wrong).toEqual([])
})

function isThere(from: string, href: string): boolean {
  const path = relative('docs', from).replace(/\.md$/, '')
  const { file, anchor } = linkTarget(path, href)
  if (!existsSync(join(ROOT, file))) return false
  if (anchor === undefined || !file.endsWith('.md')) return true
  const headings = read(file)
    .replaceAll(/```[\s\S]*?```/g, '')
    .matchAll(/^#+ (.*)$/gm)
  return [...headings].some(
    ([, text = '']) => headingId(text.replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1')) === anchor,
  )
}

test('what a page prints in bold inside a sentence is the name of something in the app', () => {
  const app = globSync('packages/{web/src/**/*.{ts,tsx},contract/src/tables/*.ts}', { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n')
  const pages = TOLD.filter((path) =>
    /^(?:start|tutorial|faq|mcp|composer|operations|concepts\/.*|how-to\/.*)$/.test(path),
  )
  const missing = pages.flatMap((path) =>
    [
      ...read(`docs/${path}.md`)
        .replaceAll(/^- \*\*.*?\*\*/gm, '')
        .matchAll(/\*\*([A-Z][^*]+)\*\*/g),
    ]
      .map(([, name = '']) => name)
      .filter((name) => !app.includes(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

describe('the plan of the house', () => {
  const sources = globSync('packages/*/{src,bin}/**/*.{ts,tsx}', { cwd: ROOT })
  const everything = sources.map(read).join('\n')

  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s: every name in it is in the code', (file) => {
    const text = read(file)
    const drawn = [
      ...(/## A message's way[\s\S]*?```\n([\s\S]*?)```/.exec(text)?.[1] ?? '').matchAll(/\b[a-z]+[A-Z]\w+/g),
    ]
    const names = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\s]+)`/g)].map(
      ([, name = '']) => name,
    )
    const missing = [...names, ...drawn.map(([name]) => name)].filter((name) => {
      if (name.includes('/') || /\.(?:tsx?|md)$/.test(name))
        return !existsSync(join(ROOT, name)) && !sources.some((source) => source.endsWith(`/${name}`))
      const [, word] = /^([a-z]+[A-Z]\w*)/.exec(name) ?? []
      return word !== undefined && !new RegExp(`\\b${word}\\b`).test(everything)
    })
    expect(missing.filter((name) => name !== 'AGENTS.md')).toEqual([])
  })

  test('both the picture and the table of ARCHITECTURE.md have every package', () => {
    const [, picture = '', table = ''] =
      /## The packages[\s\S]*?```\n([\s\S]*?)```\n([\s\S]*?)\n## /.exec(read('ARCHITECTURE.md')) ?? []
    const packages = globSync('packages/*/package.json', { cwd: ROOT }).map(
      (path) => path.split(/[/\\]/)[1] ?? '',
    )
    expect(packages.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(picture))).toEqual([])
    expect(packages.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
  })

  test('the list of decisions has every record by its title', () => {
    const rows = [
      ...read('docs/decisions/README.md').matchAll(/^\| \[(\d{4})\]\(([\w-]+\.md)\) \| (.*) \|$/gm),
    ]
    const records = globSync('docs/decisions/0*.md', { cwd: ROOT }).toSorted()
    expect(rows.map(([, number, file, title]) => [file, `# ${number} ${title}`])).toEqual(
      records.map((path) => [basename(path), read(path).split('\n')[0]]),
    )
  })
})

describe('code in the documentation', () => {
  test.each(['ts', 'js', 'mjs'])('%s can be read', async (language) => {
    for (const { file, line, code } of BLOCKS.filter((block) => block.language === language))
      await transform(code, { loader: language === 'ts' ? 'ts' : 'js', logLevel: 'silent' }).catch(
        (error: unknown) => {
          throw new Error(`${file}:${line}`, { cause: error })
        },
      )
  })

  test('JSON and YAML can be read', () => {
    for (const { file, line, language, code } of BLOCKS) {
      if (language === 'json') expect(() => JSON.parse(code), `${file}:${line}`).not.toThrow()
      if (language === 'yaml') expect(parseDocument(code).errors, `${file}:${line}`).toEqual([])
    }
  })

  test('every command of varve is one, with options that it has', () => {
    const program = commands()
    const blocks = BLOCKS.filter(({ language }) => language === 'sh' || language === '')
    const wrong = [...blocks, ...INLINE].flatMap(({ file, line, code }) =>
      callsOf(code).flatMap((words) =>
        faultsOf(program, words).map((fault) => `${file}:${line}: varve ${words.join(' ')}: ${fault}`),
      ),
    )
    expect(wrong).toEqual([])
  })
})

/** The calls of varve in a block, as words; comments and what follows a pipe are left out. */
function callsOf(code: string): readonly (readonly string[])[] {
  return code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/(?:^|\||\$\(|npx |&& )\s*varve ([^|)&>#]*)/g)].map(([, call = '']) => call),
    )
    .map((call) =>
      (call.replaceAll(/ {3,}.*$/g, '').match(/"[^"]*"|'[^']*'|\S+/g) ?? []).filter(
        (word) => word !== 'FILE',
      ),
    )
}

function faultsOf(program: Command, words: readonly string[]): readonly string[] {
  let command = program
  const rest = [...words]
  for (let next = find(command, rest[0]); next; next = find(command, rest[0])) {
    command = next
    rest.shift()
  }
  const { _defaultCommandName: usual } = command as { readonly _defaultCommandName?: string }
  command = find(command, usual) ?? command
  // A question needs no verb, and is in quotation marks here.
  if (command === program && /^[a-z-]+$/.test(rest[0] ?? '') && !rest[0]?.startsWith('-'))
    return ['there is no such command']
  if (command === program) command = find(program, 'ask') ?? program
  const known = [...command.options, ...program.options].flatMap(({ long, short }) => [long, short])
  return rest
    .filter((word) => /^--?[a-z]/.test(word))
    .map((word) => word.replace(/=.*/, ''))
    .filter((option) => !known.includes(option) && !['--help', '-h'].includes(option))
    .map((option) => `there is no ${option}`)
}

function find(command: Command, name: string | undefined): Command | undefined {
  return command.commands.find((one) => one.name() === name || one.aliases().includes(name ?? ''))
}

test('the site is built, and every link of it leads to a page', async () => {
  const target = mkdtempSync(join(tmpdir(), 'varve-docs-'))
  try {
    const pages = await buildSite(target)
    expect(pages.length).toBeGreaterThan(TOLD.length)
    const wrong: string[] = []
    for (const { path } of pages) {
      const html = readFileSync(join(target, `${path}.html`), 'utf8')
      for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"#]+)[^"]*"/g))
        if (!/^[a-z]+:/.test(href) && !existsSync(join(target, dirname(path), href)))
          wrong.push(`${path}: ${href}`)
    }
    expect(wrong).toEqual([])
    await readAsVisitor(target, pages)
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}, 60_000)

/** From a folder, without a server: no page is wider than a phone, and words lead to the page about them. */
async function readAsVisitor(target: string, pages: readonly Page[]): Promise<void> {
  const browser = await launchBrowser()
  if (!browser) return
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    const wide: string[] = []
    for (const { path } of pages) {
      await page.goto(`file://${target}/${path}.html`)
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(path)
    }
    expect(wide).toEqual([])
    for (const [words, address] of [
      ['redact streaming', /concepts\/guard|how-to\/library/],
      ['postgres', /how-to\/postgresql/],
      ['OLLAMA_HOST', /environment|faq/],
    ] as const) {
      await page.getByRole('combobox').fill(words)
      const links = page.getByRole('option').getByRole('link')
      await expect
        .poll(async () => {
          const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
          return found.slice(0, 4)
        })
        .toContainEqual(expect.stringMatching(address))
    }
  } finally {
    await browser.close()
  }
}

test('every page is short enough to read', () => {
  const long = TOLD.filter((path) => !/reference\/|settings|api|scale|operations/.test(path)).filter(
    (path) => read(`docs/${path}.md`).split('\n').length > 120,
  )
  expect(long).toEqual([])
  for (const path of TOLD) expect(renderPage(path).headings[0]?.level, path).toBe(1)
})
