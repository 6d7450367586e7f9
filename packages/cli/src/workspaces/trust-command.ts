import type { InstructionView } from '@varve/app'
import { type ChatsContext, type ChatsOptions, withChats } from '../chats/with-chats.ts'
import { CliError } from '../cli-error.ts'
import { plainText } from '../plain-text.ts'
import { renderTable } from '../table.ts'

export interface TrustOptions extends ChatsOptions {
  readonly revoke?: boolean
}

/** `varve trust`: the files of a workspace that models follow; with paths, trusts them or no longer. */
export async function trustCommand(
  paths: readonly string[],
  options: TrustOptions,
  context: ChatsContext,
): Promise<void> {
  const { revoke = false, json = false } = options
  if (paths.length === 0 && revoke) throw new CliError('usage', 'Name the files to revoke.')
  const files =
    paths.length === 0
      ? await withChats(options, context, 'read', (app, place) => app.listInstructions(place))
      : await withChats(options, context, 'write', async (app, place) => {
          const changed: InstructionView[] = []
          for (const path of paths)
            changed.push(await app.trustInstruction({ ...place, path, trusted: !revoke }))
          return changed
        })
  await context.output.write(json ? `${JSON.stringify(files)}\n` : tableOf(files))
}

const WORDS: Readonly<Record<InstructionView['trust'], string>> = {
  trusted: 'trusted',
  changed: 'trusted, changed since',
  untrusted: 'not trusted, not used',
}

function tableOf(files: readonly InstructionView[]): string {
  if (files.length === 0) return 'None.\n'
  const rows = files.map(({ path, kind, trust }) => [path, kind, WORDS[trust]].map(plainText))
  return `${renderTable([{ title: 'file' }, { title: 'kind' }, { title: 'trust' }], rows)}\n`
}
