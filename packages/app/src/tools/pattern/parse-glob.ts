import { AppError } from '../../app-error.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { readClass } from './character-class.ts'
import { literalNode, type PatternNode } from './pattern-node.ts'

const SLASH = 47
const START: PatternNode = { kind: 'edge', edge: 'start' }
const END: PatternNode = { kind: 'edge', edge: 'end' }
const ANY: PatternNode = { kind: 'set', accepts: () => true }
const IN_NAME: PatternNode = { kind: 'set', accepts: (code) => code !== SLASH }
const ANYTHING: PatternNode = { kind: 'repeat', item: ANY, min: 0 }
const FOLDERS: PatternNode = {
  kind: 'repeat',
  item: { kind: 'sequence', items: [ANYTHING, literalNode('/', false)] },
  min: 0,
  max: 1,
}

/**
 * Reads a pattern for paths: `*` and `?` within a name, `**` over folders, `[a-z]`, `{one,other}`. Without a slash it
 * is for the name in any folder; with one at its start, for what lies in the root; with one at its end, for all below a
 * folder. The whole path has to match.
 */
export function parseGlob(glob: string, { ignoreCase }: { readonly ignoreCase: boolean }): PatternNode {
  if (glob === '' || glob.length > TOOL_LIMITS.patternCharacters)
    throw new AppError(
      'message-invalid',
      `A pattern for paths has 1 to ${TOOL_LIMITS.patternCharacters} characters, this one has ${glob.length}.`,
    )
  const text = glob.normalize('NFC').replace(/^\.\//, '')
  const whole = text.endsWith('/') ? `${text}**` : text
  const parser = new GlobParser(whole.replace(/^\//, ''), ignoreCase)
  const anywhere = whole.includes('/') ? [] : [FOLDERS]
  return { kind: 'sequence', items: [START, ...anywhere, parser.parse(), END] }
}

class GlobParser {
  readonly #characters: readonly string[]
  readonly #ignoreCase: boolean
  #at = 0
  #depth = 0

  constructor(glob: string, ignoreCase: boolean) {
    this.#characters = Array.from(glob)
    this.#ignoreCase = ignoreCase
  }

  parse(): PatternNode {
    return this.#sequence()
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = []
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      if (this.#depth > 0 && (next === ',' || next === '}')) break
      items.push(this.#item(next))
    }
    return { kind: 'sequence', items }
  }

  #item(character: string): PatternNode {
    const isNew = this.#at === 0 || this.#characters[this.#at - 1] === '/'
    this.#at += 1
    if (character === '*') return this.#stars(isNew)
    if (character === '?') return IN_NAME
    if (character === '{') return this.#choice()
    if (character === '[') return this.#class()
    return literalNode(character, this.#ignoreCase)
  }

  #stars(isNew: boolean): PatternNode {
    if (this.#next() !== '*') return { kind: 'repeat', item: IN_NAME, min: 0 }
    while (this.#next() === '*') this.#at += 1
    if (!isNew || this.#next() !== '/') return ANYTHING
    this.#at += 1
    return FOLDERS
  }

  #class(): PatternNode {
    const read = readClass(this.#characters, { start: this.#at, ignoreCase: this.#ignoreCase })
    // As in a shell, a bracket that is never closed is a bracket.
    if (!read) return literalNode('[', this.#ignoreCase)
    this.#at = read.end
    const { accepts } = read
    return { kind: 'set', accepts: (code) => code !== SLASH && accepts(code) }
  }

  #choice(): PatternNode {
    this.#depth += 1
    if (this.#depth > TOOL_LIMITS.patternDepth)
      throw new AppError('message-invalid', 'The pattern cannot be used: its braces are nested too deep.')
    const options = [this.#sequence()]
    while (this.#next() === ',') {
      this.#at += 1
      options.push(this.#sequence())
    }
    this.#depth -= 1
    if (this.#next() !== '}')
      throw new AppError('message-invalid', 'The pattern cannot be used: it has "{" without "}".')
    this.#at += 1
    return { kind: 'choice', options }
  }

  #next(): string | undefined {
    return this.#characters[this.#at]
  }
}
