import { z } from 'zod'
import { grepFiles, type GrepReport } from './grep-files.ts'
import { matching } from './glob-tool.ts'
import { PacedMatcher } from '../pattern/paced-matcher.ts'
import { literalNode, type PatternNode } from '../pattern/pattern-node.ts'
import { Sight } from '../sight.ts'
import type { Tool, ToolOutcome, ToolRun } from '../tool.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { folderPath, folderSchema, isBelow, withoutVarve } from '../tool-path.ts'
import { AppError } from '../../app-error.ts'
import { CLASSES, escapedCharacter, readClass } from '../pattern/character-class.ts'

class PatternParser {
  readonly #characters: readonly string[]
  readonly #ignoreCase: boolean
  #at = 0
  #depth = 0

  constructor(pattern: string, ignoreCase: boolean) {
    this.#characters = Array.from(pattern)
    this.#ignoreCase = ignoreCase
  }

  parse(): PatternNode {
    const node = this.#choice()
    if (this.#at < this.#characters.length) refuse('it has ")" without "("')
    return node
  }

  #choice(): PatternNode {
    this.#depth += 1
    if (this.#depth > TOOL_LIMITS.patternDepth) refuse('its brackets are nested too deep')
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    this.#depth -= 1
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = []
    for (let next = this.#next(); next !== undefined && next !== '|' && next !== ')'; next = this.#next())
      items.push(this.#repeated())
    return { kind: 'sequence', items }
  }

  #repeated(): PatternNode {
    const item = this.#atom()
    const counts = this.#counts()
    if (!counts) return item
    // As few as possible finds the same lines.
    this.#take('?')
    if (this.#next() === '*' || this.#next() === '+') refuse(`it has "${this.#next()}" after a count`)
    return { kind: 'repeat', item, ...counts }
  }

  #counts(): { readonly min: number; readonly max?: number } | undefined {
    if (this.#take('*')) return { min: 0 }
    if (this.#take('+')) return { min: 1 }
    if (this.#take('?')) return { min: 0, max: 1 }
    if (this.#next() !== '{') return undefined
    const rest = this.#characters.slice(this.#at, this.#at + 12).join('')
    const match = /^\{(\d{1,4})(?:(,)(\d{1,4})?)?\}/.exec(rest)
    if (!match) return undefined
    this.#at += match[0].length
    const min = Number(match[1])
    const max = match[3] === undefined ? (match[2] === undefined ? min : undefined) : Number(match[3])
    const { repeatCount } = TOOL_LIMITS
    if (Math.max(min, max ?? 0) > repeatCount) refuse(`it repeats more than ${repeatCount} times`)
    if (max !== undefined && max < min) refuse('a count in it ends before it begins')
    return max === undefined ? { min } : { min, max }
  }

  #atom(): PatternNode {
    const character = this.#next() ?? ''
    this.#at += 1
    switch (character) {
      case '(':
        return this.#group()
      case '[':
        return this.#class()
      case '\\':
        return this.#escaped()
      case '^':
        return { kind: 'edge', edge: 'start' }
      case '$':
        return { kind: 'edge', edge: 'end' }
      case '.':
        return { kind: 'set', accepts: () => true }
      case '*':
      case '+':
      case '?':
        return refuse(`it has "${character}" with nothing before it`)
      default:
        return literalNode(character, this.#ignoreCase)
    }
  }

  #group(): PatternNode {
    if (this.#take('?') && !this.#take(':')) refuse('looking ahead or back and names are not supported')
    const inner = this.#choice()
    if (!this.#take(')')) refuse('it has "(" without ")"')
    return inner
  }

  #class(): PatternNode {
    const read = readClass(this.#characters, { start: this.#at, ignoreCase: this.#ignoreCase })
    if (!read) return refuse('it has "[" without "]"')
    this.#at = read.end
    return { kind: 'set', accepts: read.accepts }
  }

  #escaped(): PatternNode {
    const character = this.#next() ?? ''
    this.#at += 1
    if (character === 'b') return { kind: 'edge', edge: 'word' }
    if (character === 'B') return { kind: 'edge', edge: 'no-word' }
    const accepts = CLASSES.get(character)
    if (accepts) return { kind: 'set', accepts }
    return literalNode(escapedCharacter(character), this.#ignoreCase)
  }

  #next(): string | undefined {
    return this.#characters[this.#at]
  }

  #take(character: string): boolean {
    const isHere = this.#next() === character
    if (isHere) this.#at += 1
    return isHere
  }
}

const schema = z.strictObject({
  pattern: z.string().min(1).max(TOOL_LIMITS.patternCharacters).describe('What a line holds.'),
  regex: z.boolean().optional().describe('The pattern is a regular expression; plain text where absent.'),
  caseSensitive: z.boolean().optional(),
  path: folderSchema
    .optional()
    .describe('A file, a folder, or a pattern as for glob; everything but Varve/ where absent.'),
  context: z.int().min(0).max(TOOL_LIMITS.grepContextLines).optional().describe('Lines around each match.'),
})

type Args = z.infer<typeof schema>

export const grepTool: Tool<Args> = {
  name: 'grep',
  look: { icon: 'search', doing: 'Searching' },
  description:
    'Find lines of text files, exactly as they are written, with their numbers. For what a text is about, use localSearch.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  showsText: true,
  schema,
  touches: ({ path = '' }) => (isGlob(path) ? [] : [path]),
  describe: ({ pattern, path }) => `Find "${pattern}"${path === undefined ? '' : ` in "${path}"`}`,
  run: grep,
}

async function grep(args: Args, run: ToolRun): Promise<ToolOutcome> {
  const node = nodeOf(args)
  const sight = await Sight.of(run)
  const report = await grepFiles({
    run,
    sight,
    node,
    entries: await entriesOf(args, run, sight),
    context: args.context ?? 0,
    matcher: new PacedMatcher(node, run.signal),
  })
  const { lines, matches, files, isUntrusted, around } = report
  const found = `${matches} ${matches === 1 ? 'line' : 'lines'} in ${files} ${files === 1 ? 'file' : 'files'}`
  const text = [...lines, ...remarks(report)]
  return {
    text: matches === 0 ? [nothingWords(report), ...remarks(report)].join('\n') : text.join('\n'),
    summary: `Found "${args.pattern}": ${found}`,
    around,
    ...(isUntrusted ? { untrusted: true } : {}),
  }
}

function nodeOf({ pattern, regex = false, caseSensitive = false }: Args): PatternNode {
  const ignoreCase = !caseSensitive
  if (regex) return parsePattern(pattern, { ignoreCase })
  return {
    kind: 'sequence',
    items: Array.from(pattern).map((character) => literalNode(character, ignoreCase)),
  }
}

async function entriesOf({ path = '' }: Args, run: ToolRun, sight: Sight) {
  const files = withoutVarve((await sight.list()).files, path)
  if (isGlob(path)) return matching(files, path, run)
  const folder = folderPath(run.files, path)
  return files.filter((entry) => entry.path === folder || isBelow(entry.path, folder))
}

function isGlob(path: string): boolean {
  return /[*?[{]/.test(path)
}

function nothingWords({ isExhausted }: GrepReport): string {
  return isExhausted ? 'No line matched in the files searched so far.' : 'No line matches.'
}

function remarks({ isFull, isExhausted, skipped }: GrepReport): readonly string[] {
  return [
    ...(isFull ? [`[stopped after ${TOOL_LIMITS.grepMatches} lines; there may be more]`] : []),
    ...(isExhausted
      ? [
          '[stopped: the pattern takes too long, so not every file was searched; make it simpler or name a folder]',
        ]
      : []),
    ...(skipped > 0 ? [`[${skipped} files or lines were too long to be searched]`] : []),
  ]
}

/**
 * Reads a regular expression: what can be followed in linear time, which is all but looking around and back
 * references. What is not supported is refused by name, so that it never matches something else than was meant.
 */
export function parsePattern(pattern: string, options: { readonly ignoreCase: boolean }): PatternNode {
  const { patternCharacters } = TOOL_LIMITS
  if (pattern.length > patternCharacters)
    refuse(`it has ${pattern.length} characters; the limit is ${patternCharacters}`)
  return new PatternParser(pattern, options.ignoreCase).parse()
}

function refuse(why: string): never {
  throw new AppError('message-invalid', `The pattern cannot be used: ${why}.`)
}
