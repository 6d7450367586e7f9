import { type Command, Option } from 'commander'

/** What every command takes that has models answer. */
export function onAsking(command: Command): Command {
  return command
    .option('--redact', 'send placeholders for private data that the guard asks about')
    .addOption(new Option('--send', 'send such data as it is').conflicts('redact'))
    .addOption(
      new Option(
        '--unrecorded <choice>',
        'sources of the chat that are no longer recorded: send what is left of them, or leave those answers out',
      ).choices(['allow', 'forget']),
    )
    .option('--json', 'one JSON object at the end, also where it fails')
    .option('--data <folder>', 'where chats and settings are kept')
    .option('--database <url>', 'a PostgreSQL, postgres://…; default: the file of --data')
}

/** For an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
