import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { Call, CallOptions } from './call.ts'
import { CliError } from './errors.ts'
import type { Screen, Table } from './text.ts'

/** What a command prints: JSON with `--json`, else words as lines, or a text exactly as it is. */
export type Shown = { readonly json: unknown } & (
  | { readonly words: string | Table }
  | { readonly text: string }
)

export type OpenCall = (options: CallOptions) => Call

/** A group of commands: `varve chats`, and `varve` itself. */
export class Group {
  readonly #command: Command
  readonly #open: OpenCall

  constructor(command: Command, open: OpenCall) {
    this.#command = command
    this.#open = open
  }

  group(name: string, description: string, help = ''): Group {
    const command = this.#command.command(name).description(description)
    return new Group(help === '' ? command : command.addHelpText('after', help), this.#open)
  }

  command(name: string, description: string): Verb {
    return new Verb(this.#command.command(name).description(description), this.#open)
  }

  /** What the group does by itself. A word that is no command is called one unless the command takes arguments. */
  defaultCommand(name: string, description: string, takes: 'nothing' | 'arguments' = 'nothing'): Verb {
    const command = this.#command.command(name, { isDefault: true }).description(description)
    if (takes === 'nothing')
      command.allowExcessArguments().hook('preAction', ({ args: [word] }) => {
        if (word === undefined) return
        const isNamed = this.#command.args[0] === name
        this.#command.error(
          isNamed ? `error: '${name}' takes no arguments, not "${word}"` : `error: unknown command '${word}'`,
        )
      })
    return new Verb(command, this.#open)
  }
}

type Words = readonly string[]

interface OptionSettings {
  readonly choices?: Words
  /** `before` is what an earlier use of the same option gave. */
  readonly parse?: (text: string, before?: never) => unknown
  readonly default?: unknown
  readonly required?: true
  readonly hidden?: true
  readonly conflicts?: string
}

interface ArgumentSettings {
  readonly choices?: Words
  readonly default?: string
}

/** One command. Each option and argument is declared once; `run` is given them with their types. */
export class Verb<Options extends object = object, Arguments extends readonly unknown[] = readonly []> {
  readonly #command: Command
  readonly #open: OpenCall
  #reachesServers = false

  constructor(command: Command, open: OpenCall) {
    this.#command = command
    this.#open = open
  }

  /** It also works through the API of a Varve that runs, here or elsewhere. */
  reachesServers(): this {
    this.#reachesServers = true
    return this
  }

  option<const Flags extends string, const Settings extends OptionSettings = object>(
    flags: Flags,
    description: string,
    settings?: Settings,
  ): Verb<Options & OptionOf<Flags, Settings>, Arguments> {
    const { choices, parse, default: preset, required, hidden, conflicts }: OptionSettings = settings ?? {}
    const option = new Option(flags, description)
    if (choices) option.choices(choices)
    if (parse) option.argParser(parse as (text: string, before: unknown) => unknown)
    if (preset !== undefined) option.default(preset)
    if (required) option.makeOptionMandatory()
    if (hidden) option.hideHelp()
    if (conflicts !== undefined) option.conflicts(conflicts)
    this.#command.addOption(option)
    return this as never
  }

  argument<const Name extends string, const Settings extends ArgumentSettings = object>(
    name: Name,
    description = '',
    settings?: Settings,
  ): Verb<Options, readonly [...Arguments, ArgumentOf<Name, Settings>]> {
    const { choices, default: preset }: ArgumentSettings = settings ?? {}
    const argument = new Argument(name, description)
    if (choices) argument.choices(choices)
    if (preset !== undefined) argument.default(preset)
    this.#command.addArgument(argument)
    return this as never
  }

  help(text: string): this {
    this.#command.addHelpText('after', text)
    return this
  }

  /** What looks like an option and is none counts as an argument. */
  takesDashedWords(): this {
    this.#command.allowUnknownOption()
    return this
  }

  /** Refuses what is too much in these words, without repeating it as commander would: it may be a secret. */
  refusesMore(message: string): this {
    this.#command
      .allowExcessArguments()
      .allowUnknownOption()
      .hook('preAction', ({ args, registeredArguments }) => {
        if (args.length > registeredArguments.length) throw new CliError('usage', message)
      })
    return this
  }

  run(
    act: (call: Call, options: Options, ...given: Arguments) => Promise<Shown | void> | Shown | void,
  ): void {
    this.#command.action(async (...all: readonly unknown[]) => {
      const options = all.at(-2) as Options & { readonly json?: boolean }
      const everywhere = this.#command.optsWithGlobals<CallOptions>()
      if (everywhere.server !== undefined && !this.#reachesServers)
        throw new CliError(
          'usage',
          `"${pathOf(this.#command)}" works on this machine only; leave --server out.`,
        )
      const call = this.#open(everywhere)
      const shown = await act(call, options, ...(all.slice(0, -2) as unknown as Arguments))
      if (shown) await show(call, shown, options.json)
    })
  }
}

/** `varve chats ls`. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

async function show(call: Call, shown: Shown, json = false): Promise<void> {
  const { output } = call
  if (json) await output.write(`${JSON.stringify(shown.json)}\n`)
  else if ('text' in shown) await output.write(shown.text)
  else await printWords(call, shown.words)
}

/** Words as lines; a table as wide as the screen. */
export async function printWords(call: Call, words: string | Table): Promise<void> {
  const said = typeof words === 'string' ? words : words(screenOf(call))
  if (said !== '') await call.output.write(`${said}\n`)
}

export function screenOf({ isScreen, stdout, paint }: Call): Screen {
  return isScreen ? { width: stdout.columns, paint } : { paint }
}

/** For an option that may be repeated. */
export function collect(value: string, before: Words = []): Words {
  return [...before, value]
}

export function parseCount(text: string): number {
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number above 0.')
}

export function example(line: string): string {
  return `\nExample:\n  ${line}`
}

/** Which database a command reads, and how it prints the result. */
export function onDatabase<Options extends object, Arguments extends readonly unknown[]>(
  verb: Verb<Options, Arguments>,
) {
  return verb
    .option('--database <place>', 'a file, or postgres://user@host/name (default: the one in --data)')
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--json', 'as JSON')
}

/** The same where a file can only be that of `--data`. */
export function onOwnDatabase<Options extends object, Arguments extends readonly unknown[]>(
  verb: Verb<Options, Arguments>,
) {
  return verb
    .option('--data <folder>', 'the folder for chats and settings')
    .option('--database <url>', 'a PostgreSQL database, postgres://… (default: the file in --data)')
}

type CamelCase<Text> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail> & string>}`
  : Text

/** Without the short form, as in `-m, --model <id>`. */
type LongForm<Text> = Text extends `-${string}, ${infer Long}` ? Long : Text

type FirstWord<Text> = LongForm<Text> extends `${infer Word} ${string}` ? Word : LongForm<Text>

/** `--all-calls` becomes `allCalls`, `--no-open` becomes `open`. */
type NameOf<Flags> =
  FirstWord<Flags> extends `--no-${infer Name}`
    ? CamelCase<Name>
    : FirstWord<Flags> extends `--${infer Name}`
      ? CamelCase<Name>
      : FirstWord<Flags> extends `-${infer Name}`
        ? Name
        : never

type ChoiceOf<Settings> = Settings extends { readonly choices: readonly (infer Choice)[] } ? Choice : string

type ValueOf<Flags, Settings> = Settings extends { readonly parse: (...given: never[]) => infer Value }
  ? Value
  : Flags extends `${string}...>`
    ? readonly ChoiceOf<Settings>[]
    : Flags extends `${string}<${string}`
      ? ChoiceOf<Settings>
      : boolean

/** Always there: a preset, one that has to be given, and `--no-…`, which is on unless it is given. */
type IsSure<Flags, Settings> = Settings extends { readonly default: unknown } | { readonly required: true }
  ? true
  : LongForm<Flags> extends `--no-${string}`
    ? true
    : false

type OptionOf<Flags, Settings> =
  IsSure<Flags, Settings> extends true
    ? { readonly [Name in NameOf<Flags> & string]: ValueOf<Flags, Settings> }
    : { readonly [Name in NameOf<Flags> & string]?: ValueOf<Flags, Settings> }

type ArgumentOf<Name, Settings> = Name extends `${string}...${string}`
  ? readonly ChoiceOf<Settings>[]
  : Name extends `[${string}`
    ? Settings extends { readonly default: string }
      ? ChoiceOf<Settings>
      : ChoiceOf<Settings> | undefined
    : ChoiceOf<Settings>
