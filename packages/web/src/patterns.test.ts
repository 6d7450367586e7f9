import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const PACKAGES = new URL('../../', import.meta.url)

/** A regular expression as it stands in a source file of ours. */
const LITERAL =
  /(?<=[=(,:!&|?[{};>+]\s{0,40}|\breturn\s|^\s{0,40})\/((?:\\.|\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n[*])(?:\\.|\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n[])*)\/([dgimsuvy]*)(?![\w$])/gm

/** Made once, of parts, when its module is loaded. */
const COMPOSED = /^(?:export )?const .*new RegExp\(|^ {2}new RegExp\(/m

/** Where a pattern may take time by the square of its text, because that text is short. */
const SHORT_TEXTS: readonly { readonly files: RegExp; readonly why: string }[] = [
  {
    files: /^guard\/src\//,
    why: 'reads values, and windows around them; scan-text.test.ts times whole texts',
  },
  { files: /^web\/src\/view-model\/text\/print-json\.ts$/, why: 'reads what JSON.parse has accepted' },
  {
    files: /^engine\/src\/budget\/summarize-history\.ts$/,
    why: 'reads the first 20,000 characters, 300 at a time',
  },
  { files: /\/simulator\//, why: 'reads the name of a model, in tests' },
]

interface Pattern {
  readonly file: string
  readonly source: string
  readonly flags: string
}

const patterns = [...findPatterns(), ...(await composedPatterns())]

describe('regular expressions of the page and of every package', () => {
  test('are found in the sources', () => {
    expect(patterns.length).toBeGreaterThan(700)
    expect(new Set(patterns.map(({ file }) => file.split('/')[0])).size).toBeGreaterThan(8)
    expect(patterns.filter(({ source }) => /<!--|datacore/.test(source)).length).toBeGreaterThan(2)
  })

  test('take time in proportion to their text, whatever it holds', ({ task }) => {
    Object.assign(task.meta, { tried: patterns.reduce((sum, pattern) => sum + unitsFor(pattern).length, 0) })
    const slow = patterns.flatMap((pattern) => {
      const unit = unitsFor(pattern).find((one) => isQuadratic(pattern, one))
      return unit === undefined
        ? []
        : [`${pattern.file}: /${pattern.source}/ for ${JSON.stringify(unit)} again and again`]
    })
    expect(slow).toEqual([])
  }, 300_000)

  test('a pattern that is quadratic is noticed', () => {
    expect(isQuadratic({ file: '', source: String.raw`\s+$`, flags: '' }, ' ')).toBe(true)
    expect(isQuadratic({ file: '', source: '<!--[^]*?-->', flags: 'g' }, '<!--')).toBe(true)
    expect(isQuadratic({ file: '', source: String.raw`(?<!\s)\s+$`, flags: '' }, ' ')).toBe(false)
  })
})

function sourceFiles(): readonly string[] {
  return globSync('*/src/**/*.{ts,tsx}', { cwd: PACKAGES.pathname })
    .filter((file) => !/\.test\.|\/testing\//.test(file))
    .filter((file) => !SHORT_TEXTS.some(({ files: some }) => some.test(file)))
    .sort()
}

function findPatterns(): readonly Pattern[] {
  const found = new Map<string, Pattern>()
  for (const file of sourceFiles())
    for (const [, source = '', flags = ''] of readFileSync(new URL(file, PACKAGES), 'utf8').matchAll(LITERAL))
      if (isPattern(source, flags)) found.set(`${source} ${flags}`, { file, source, flags })
  return [...found.values()]
}

/** Composed patterns are seen as they are made, with those of the libraries that come along. */
async function composedPatterns(): Promise<readonly Pattern[]> {
  const found = new Map<string, Pattern>()
  const original = globalThis.RegExp
  for (const file of sourceFiles()) {
    const url = new URL(file, PACKAGES)
    if (!COMPOSED.test(readFileSync(url, 'utf8'))) continue
    globalThis.RegExp = new Proxy(original, {
      construct: (target, [source, flags]: [string | RegExp, string?]) => {
        const made = new target(source, flags)
        if (typeof source === 'string') found.set(`${made}`, { file, source, flags: made.flags })
        return made
      },
    })
    try {
      await import(url.href)
    } finally {
      globalThis.RegExp = original
    }
  }
  return [...found.values()]
}

function isPattern(source: string, flags: string): boolean {
  try {
    const { source: read } = new RegExp(source, flags)
    return read !== ''
  } catch {
    return false
  }
}

const ALWAYS = ['a', '1', ' ', '\n', '.', '-', '/', '[', 'a ', '字']
const MOST_OWN = 40

/** What is repeated to make a hostile text: common signs, and what stands in the pattern itself. */
function unitsFor({ source }: Pattern): readonly string[] {
  const own = source
    .replaceAll(/\\[bBdDsSwWpPkuxnrt]|\(\?[<!=:]{0,2}|[\^$*+?{}()|[\]]/g, '\0')
    .replaceAll(/\\(.)/g, '$1')
    .split('\0')
    .filter((word) => word !== '' && word.length < 20)
  return [
    ...new Set([...ALWAYS, ...own.slice(0, MOST_OWN), ...own.slice(0, MOST_OWN).map((word) => `${word}a`)]),
  ]
}

/** What is worse than quadratic shows with a few signs already; what is barely quadratic, only with many. */
const LENGTHS = [28, 4000, 16_000]
/** Milliseconds: what a linear pattern takes for such a text, many times over. */
const SUSPICIOUS = 2
const TRIES = 2

/** By growth, not by time: eight times the text takes a quadratic pattern 64 times as long on any machine. */
function isQuadratic(pattern: Pattern, unit: string): boolean {
  const regex = new RegExp(
    pattern.source,
    pattern.flags.includes('y') ? pattern.flags : `${pattern.flags.replace('g', '')}g`,
  )
  const length = LENGTHS.find(
    (each) => take(regex, unit, each) >= SUSPICIOUS && least(regex, unit, each) >= SUSPICIOUS,
  )
  if (length === undefined || length === LENGTHS[0]) return length !== undefined
  const short = least(regex, unit, length)
  if (short < SUSPICIOUS) return false
  for (let attempt = 0; attempt < TRIES; attempt += 1)
    if (take(regex, unit, 8 * length) < 20 * short) return false
  return true
}

function least(regex: RegExp, unit: string, length: number): number {
  return Math.min(...Array.from({ length: TRIES }, () => take(regex, unit, length)))
}

/** Milliseconds that this thread computes, for all matches in a text that ends in something else. */
function take(regex: RegExp, unit: string, length: number): number {
  const text = `${unit.repeat(Math.ceil(length / unit.length))}\u0001`
  const began = process.threadCpuUsage()
  regex.lastIndex = 0
  if (regex.global) text.replace(regex, '')
  else regex.exec(text)
  return process.threadCpuUsage(began).user / 1000
}
