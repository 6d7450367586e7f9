import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { processIo } from './call.ts'
import { createProgram } from './main.ts'

test('the help of every command matches the golden file (vitest -u updates it)', async () => {
  const program = createProgram(processIo(), { write: async () => true })
  await expect(helpOf(program).join('\n')).toMatchFileSnapshot('./golden/help.txt')
})

function helpOf(command: Command, path = ''): string[] {
  const name = `${path} ${command.name()}`.trim()
  const own = `===== ${name}\n${command.configureHelp({ helpWidth: 100 }).helpInformation()}`
  return [own, ...command.commands.flatMap((inner) => helpOf(inner, name))]
}
