import { AppError } from '../../app-error.ts'
import { TOOL_LIMITS } from '../tool-limits.ts'
import { CLASSES, escapedCharacter, readClass } from './character-class.ts'
import { literalNode, type PatternNode } from './pattern-node.ts'

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

function refuse(why: string): never {
  throw new AppError('message-invalid', `The pattern cannot be used: ${why}.`)
}
