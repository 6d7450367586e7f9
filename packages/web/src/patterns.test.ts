import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const PACKAGES = new URL('../../', import.meta.url)

/** A regular expression literal in our sources. */
const LITERAL =
  /(?<=[=(,:!&|?[{};>+]\s{0,40}|\breturn\s|^\s{0,40})\/((?:\\.|\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n[*])(?:\\.|\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n[])*)\/([dgimsuvy]*)(?![\w$])/gm

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

const patterns = findPatterns()

describe('regular expressions of every package', () => {
  test('are found in the sources', () => {
    expect(patterns.length).toBeGreaterThan(700)
    expect(new Set(patterns.map(({ file }) => file.split('/')[0])).size).toBeGreaterThan(8)
  })

  test('take linear time on any text', ({ task }) => {
    Object.assign(task.meta, { tried: patterns.reduce((sum, pattern) => sum + unitsFor(pattern).length, 0) })
    const slow = patterns.flatMap((pattern) => {
      const unit = unitsFor(pattern).find((one) => isQuadratic(pattern, one))
      return unit === undefined
        ? []
        : [`${pattern.file}: /${pattern.source}/ for ${JSON.stringify(unit)} again and again`]
    })
    expect(slow).toEqual([])
  }, 300_000)

  test('a quadratic pattern is detected', () => {
    const flags = 'gu'
    expect(isQuadratic({ file: '', source: String.raw`\S*?\[\^\d\]`, flags }, 'a')).toBe(true)
    expect(isQuadratic({ file: '', source: String.raw`\s+$`, flags: '' }, ' ')).toBe(true)
    expect(isQuadratic({ file: '', source: String.raw`(?<!\s)\s+$`, flags: '' }, ' ')).toBe(false)
  })
})

function findPatterns(): readonly Pattern[] {
  const files = globSync('*/src/**/*.{ts,tsx}', { cwd: PACKAGES.pathname })
    .filter((file) => !/\.test\.|\/testing\//.test(file))
    .filter((file) => !SHORT_TEXTS.some(({ files: some }) => some.test(file)))
  const found = new Map<string, Pattern>()
  for (const file of files.sort())
    for (const [, source = '', flags = ''] of readFileSync(new URL(file, PACKAGES), 'utf8').matchAll(LITERAL))
      if (isPattern(source, flags)) found.set(`${source} ${flags}`, { file, source, flags })
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
const MOST_OWN = 10

/** What is repeated to build a hostile text: common characters, and those in the pattern. */
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

const SHORT = 8000
const TIMES = 8
/** Milliseconds: what a linear pattern takes for the short text, many times over. */
const SUSPICIOUS = 2
const TRIES = 2

/** By growth, not by time: eight times the text takes as long as eight short ones, and eight times that where a pattern is quadratic. */
function isQuadratic(pattern: Pattern, unit: string): boolean {
  const regex = new RegExp(
    pattern.source,
    pattern.flags.includes('y') ? pattern.flags : `${pattern.flags.replace('g', '')}g`,
  )
  const run = (length: number) => {
    const text = `${unit.repeat(Math.ceil(length / unit.length))}\u0001`
    return () => {
      regex.lastIndex = 0
      if (regex.global) text.replace(regex, '')
      else regex.exec(text)
    }
  }
  // A pattern that is worse than quadratic shows with a few characters already.
  if (isSlow(run(28))) return true
  if (!isSlow(run(SHORT))) return false
  // The shortest text that takes long enough to be measured.
  const length = [SHORT / 8, SHORT / 4, SHORT / 2].find((less) => isSlow(run(less))) ?? SHORT
  const [short, long] = [run(length), run(length * TIMES)]
  return Array.from({ length: TRIES }).every(() => {
    const apart = processorTime(() => {
      for (let time = 0; time < TIMES; time += 1) short()
    })
    return apart > SUSPICIOUS && processorTime(long) > 3 * apart
  })
}

function isSlow(run: () => void): boolean {
  return Array.from({ length: 1 + TRIES }).every(() => {
    const began = performance.now()
    run()
    return performance.now() - began >= SUSPICIOUS / 2
  })
}

/** Milliseconds of the processor: other work on the machine does not count. */
function processorTime(run: () => void): number {
  const began = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(began)
  return (user + system) / 1000
}
