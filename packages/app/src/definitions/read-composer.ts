import type { AppContext } from '../app-context.ts'
import { attachmentFor, isFile, namedBy, type NoteFinder } from './attachment-for.ts'
import type { ComposerReading, Mention } from './composer-reading.ts'
import { type ComposerView, notice } from '@varve/contract'
import { parseComposer } from './parse-composer.ts'
import { usableDefinitions, workspaceDefinitions, workspaceFinder } from './workspace-definitions.ts'

/** What a message in the composer means in this workspace: its names are looked up, and nothing is read. */
export async function readComposer(
  context: AppContext,
  { workspaceId, text }: { readonly workspaceId: string; readonly text: string },
): Promise<ComposerView> {
  const known = await workspaceDefinitions(context, workspaceId)
  const idsOf = (kind: 'agent' | 'template' | 'skill'): readonly string[] =>
    usableDefinitions(known, kind).map(({ file }) => file.id)
  const names = { agents: idsOf('agent'), templates: idsOf('template'), skills: idsOf('skill') }
  const reading = parseComposer(text, names)
  const named = reading.mentions.flatMap((mention) => namedBy(mention) ?? [])
  const finder = named.some(isFile) ? await workspaceFinder(context, workspaceId, named) : undefined
  return composerView(reading, finder)
}

function composerView(reading: ComposerReading, finder: NoteFinder | undefined): ComposerView {
  const looked = reading.mentions.map((mention) => ({ mention, attach: attachOf(mention, finder) }))
  const meant = looked.filter(({ mention, attach }) => mention.kind !== 'name' || attach !== undefined)
  return {
    text: reading.text,
    plain: reading.plain,
    mentions: meant.map(({ mention, attach }) => ({
      ...mention,
      ...(mention.kind === 'name' ? { kind: 'note' } : {}),
      ...(attach === undefined ? {} : { attach }),
    })),
    attach: [...new Set(meant.flatMap(({ attach }) => attach ?? []))],
    directives: reading.directives,
    notices: meant.flatMap(({ mention, attach }) =>
      attach === undefined && (mention.kind === 'note' || mention.kind === 'folder')
        ? [notice('not-found', mention.name, { kind: mention.kind })]
        : [],
    ),
  }
}

function attachOf(mention: Mention, finder: NoteFinder | undefined): string | undefined {
  const named = namedBy(mention)
  return named && attachmentFor(named, finder)
}
