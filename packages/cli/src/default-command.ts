import type { Command } from 'commander'

/** A command without arguments that its group also does by itself. A word that is no command is said to be none. */
export function defaultCommand(group: Command, name: string): Command {
  return group
    .command(name, { isDefault: true })
    .allowExcessArguments()
    .hook('preAction', ({ args: [word] }) => {
      if (word === undefined) return
      const isNamed = group.args[0] === name
      group.error(
        isNamed ? `error: '${name}' takes no arguments, not "${word}"` : `error: unknown command '${word}'`,
      )
    })
}
