import type { Command } from 'commander'
import type { Group } from './command.ts'

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

/** `varve completion bash`: a script that completes commands, options and their choices, made from the commands. */
export function addCompletionCommand(program: Group, root: Command): void {
  program
    .command('completion', 'print a completion script for your shell')
    .argument('<shell>', 'which shell', { choices: SHELLS })
    .help(HELP)
    .run((_, __, shell) => {
      const text = SCRIPTS[shell](levelsOf(root))
      return { json: { shell, script: text }, text }
    })
}

const HELP = `
Examples:
  bash        varve completion bash > ~/.local/share/bash-completion/completions/varve
  zsh         varve completion zsh > "\${fpath[1]}/_varve"
  fish        varve completion fish > ~/.config/fish/completions/varve.fish
  PowerShell  varve completion powershell >> $PROFILE`

interface Word {
  readonly name: string
  readonly words: string
}

/** One command, by the words that lead to it: `/chats/ls`, and nothing for `varve` itself. */
interface Level {
  readonly path: string
  readonly commands: readonly Word[]
  readonly options: readonly Word[]
  /** What may stand behind an option, by its flags. */
  readonly choices: readonly { readonly flags: readonly string[]; readonly values: readonly string[] }[]
  /** What may stand as its first argument. */
  readonly values: readonly string[]
}

function levelsOf(command: Command, path = ''): readonly Level[] {
  const shown = command.options.filter(({ hidden }) => !hidden)
  const flagsOf = ({ short, long }: (typeof shown)[number]): readonly string[] =>
    [long, short].filter((flag) => flag !== undefined)
  const own: Level = {
    path,
    commands: command.commands.map((each) => ({ name: each.name(), words: inOneLine(each.description()) })),
    options: [
      ...shown.flatMap((option) =>
        flagsOf(option).map((name) => ({ name, words: inOneLine(option.description) })),
      ),
      { name: '--help', words: 'show help' },
    ],
    choices: shown.flatMap((option) =>
      option.argChoices ? [{ flags: flagsOf(option), values: option.argChoices }] : [],
    ),
    values: command.registeredArguments[0]?.argChoices ?? [],
  }
  return [own, ...command.commands.flatMap((each) => levelsOf(each, `${path}/${each.name()}`))]
}

/** The first sentence is enough, without what a shell would read as its own. */
function inOneLine(text: string): string {
  return (text.split(/[.;:](?:\s|$)/)[0] ?? '').replace(/["'`$\\:[\]]/g, '').trim()
}

const names = (words: readonly Word[]): string => words.map(({ name }) => name).join(' ')
const below = (levels: readonly Level[]): string =>
  levels.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join('|')
/** A `case` that answers by the path and the word before; `give` is how a shell gives the values. */
const choiceCases = (levels: readonly Level[], give: (values: readonly string[]) => string): string =>
  levels
    .flatMap(({ path, choices }) =>
      choices.map(
        ({ flags, values }) =>
          `    ${flags.map((flag) => `'${path} ${flag}'`).join('|')}) ${give(values)}; return ;;`,
      ),
    )
    .join('\n')

function bash(levels: readonly Level[]): string {
  const cases = levels.map(
    ({ path, commands, options, values }) =>
      `    '${path}') commands='${[names(commands), ...values].join(' ').trim()}'; options='${names(options)}' ;;`,
  )
  return `# varve completion for bash
_varve() {
  local at='' commands='' options='' word='' index
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$at/\${COMP_WORDS[index]}" in
      ${below(levels)}) at="$at/\${COMP_WORDS[index]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $before" in
${choiceCases(levels, (values) => `COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current"))`)}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n "$commands" ]]; then COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -o default -F _varve varve
`
}

function zsh(levels: readonly Level[]): string {
  const list = (words: readonly Word[]): string =>
    words.map(({ name, words: said }) => `'${name}:${said}'`).join(' ')
  const cases = levels.map(
    ({ path, commands, options, values }) =>
      `    '${path}') commands=(${list([...commands, ...values.map((name) => ({ name, words: '' }))])}); options=(${list(options)}) ;;`,
  )
  return `#compdef varve
# varve completion for zsh
_varve() {
  local at='' word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at/$word" in
      ${below(levels)}) at="$at/$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${choiceCases(levels, (values) => `compadd -- ${values.join(' ')}`)}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe -o option options
  elif (( \${#commands} )); then _describe command commands || _files
  else _files
  fi
}
if [[ "\${funcstack[1]}" == _varve ]]; then _varve "$@"; else compdef _varve varve; fi
`
}

function fish(levels: readonly Level[]): string {
  const line = (path: string, rest: string): string => `complete -c varve -n '__varve_at "${path}"' ${rest}`
  const lines = levels.flatMap(({ path, commands, options, choices, values }) => [
    ...commands.map(({ name, words }) => line(path, `-f -a '${name}' -d '${words}'`)),
    ...values.map((name) => line(path, `-f -a '${name}'`)),
    ...options.map(({ name, words }) => {
      const flag = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`
      const known = choices.find(({ flags }) => flags.includes(name))
      return line(path, `${flag}${known ? ` -x -a '${known.values.join(' ')}'` : ''} -d '${words}'`)
    }),
  ])
  const paths = levels.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`])).join(' ')
  return `# varve completion for fish
function __varve_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    contains -- "$at/$word" ${paths}; and set at "$at/$word"
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`
}

function powershell(levels: readonly Level[]): string {
  const list = (words: readonly string[]): string => `@(${words.map((word) => `'${word}'`).join(', ')})`
  const rows = levels.map(
    ({ path, commands, options, values }) =>
      `    '${path}' = @{ commands = ${list([...commands.map(({ name }) => name), ...values])}; options = ${list(options.map(({ name }) => name))} }`,
  )
  const choices = levels.flatMap(({ path, choices: own }) =>
    own.flatMap(({ flags, values }) => flags.map((flag) => `    '${path} ${flag}' = ${list(values)}`)),
  )
  return `# varve completion for PowerShell
Register-ArgumentCompleter -Native -CommandName varve -ScriptBlock {
  param($word, $ast, $cursor)
  $levels = @{
${rows.join('\n')}
  }
  $choices = @{
${choices.join('\n')}
  }
  $at = ''
  $before = ''
  $words = $ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() }
  foreach ($each in @($words | Select-Object -Skip 1)) {
    if ($levels.ContainsKey("$at/$each")) { $at = "$at/$each" }
    $before = $each
  }
  if ($choices.ContainsKey("$at $before")) { $found = $choices["$at $before"] }
  elseif ($word -like '-*') { $found = $levels[$at].options }
  else { $found = $levels[$at].commands }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (levels: readonly Level[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
}
