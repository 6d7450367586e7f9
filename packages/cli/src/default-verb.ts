import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Io } from './call.ts'

/**
 * `varve "When do we launch?" -a plan.md` is `varve ask …`, and `varve ~/notes` is `varve start ~/notes`: the arguments
 * with the verb that they leave out. A command and what looks like a mistyped one stay what they are.
 */
export function withDefaultVerb(
  argv: readonly string[],
  program: Command,
  { cwd, isPipe }: Pick<Io, 'cwd' | 'isPipe'>,
): readonly string[] {
  const { words, others } = parted(argv, program)
  const [first] = words
  const isForAsk = others.some(
    (flag) => isOf(named(program, 'ask'))(flag) && !isOf(named(program, 'start'))(flag),
  )
  if (first === undefined) return isForAsk ? ['ask', ...argv] : argv
  const names = program.commands.flatMap((command) => [command.name(), ...command.aliases()])
  if (names.includes(first) || first === 'help') return argv
  if (words.length === 1 && isFolder(resolve(cwd, first))) return isForAsk ? argv : ['start', ...argv]
  const isBare = /^\p{Ll}[\p{Ll}-]*$/u.test(first)
  if (isBare && words.length <= 2 && names.some((name) => isNear(name, first))) return argv
  const isAlone = words.length === 1 && !isForAsk
  return isBare && isAlone && !isPipe() ? argv : ['ask', ...argv]
}

function named(program: Command, name: string): Command | undefined {
  return program.commands.find((command) => command.name() === name)
}

function isOf(command: Command | undefined): (flag: string) => boolean {
  return (flag) => command?.options.some(({ short, long }) => flag === short || flag === long) ?? false
}

/** The words of a question, and the options around them; the value of an option is no word. */
function parted(argv: readonly string[], program: Command) {
  const options = ['ask', 'start'].flatMap((name) => named(program, name)?.options ?? [])
  const taking = [...program.options, ...options].filter(({ required }) => required)
  const takesValue = (flag: string): boolean =>
    taking.some(({ short, long }) => flag === short || flag === long)
  const words: string[] = []
  const others: string[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const argument = argv[at] ?? ''
    if (argument === '--') {
      words.push(...argv.slice(at + 1))
      break
    }
    if (argument === '-' || !argument.startsWith('-')) words.push(argument)
    else {
      others.push(argument)
      if (takesValue(argument)) at += 1
    }
  }
  return { words, others }
}

/** A word that is at most two mistakes away from a name, and half of it right. */
function isNear(name: string, word: string): boolean {
  const most = Math.min(2, Math.floor(Math.max(name.length, word.length) * 0.4))
  return Math.abs(name.length - word.length) <= most && distance(name, word) <= most
}

/** By Damerau and Levenshtein: a sign too many, too few, another one, or two in the wrong order. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + cost,
        swapped ? at(row - 2, column - 2) + 1 : Infinity,
      )
      rows[row]?.push(least)
    }
  }
  return at(a.length, b.length)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
