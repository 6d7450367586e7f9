import { type ComposerView, type FilledTemplateView, notice } from '@varve/contract'
import { localDay } from '@varve/index'
import type { AppContext } from '../app-context.ts'
import { attachmentFor, isFile, type Named, namedBy, type NoteFinder } from './attachment-for.ts'
import type { ComposerReading, Mention } from './composer-reading.ts'
import { parseComposer } from './parse-composer.ts'
import { usableDefinitions, workspaceDefinitions, workspaceFinder } from './workspace-definitions.ts'
import { AppError } from '../app-error.ts'
import { expandTemplate, type TemplateAttachment } from './expand-template.ts'
import { requireDefinition } from './list-definitions.ts'

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

interface FillTemplateInput {
  readonly workspaceId: string
  readonly id: string
  readonly variables?: Readonly<Record<string, string>> | undefined
  readonly selection?: string | undefined
  /** Today on this machine where it is left out. */
  readonly date?: string | undefined
}

/** Fills a template in. Notes and tags in it are to be attached; what has no value is said. */
export async function fillTemplate(
  context: AppContext,
  input: FillTemplateInput,
): Promise<FilledTemplateView> {
  const { workspaceId, id, variables, selection, date = localDay(context.clock.now()) } = input
  const known = await requireDefinition(context, { workspaceId, kind: 'template', id })
  const [template] = usableDefinitions([known], 'template')
  if (!template)
    throw new AppError(
      'message-invalid',
      known.trusted ? `The template "${id}" has a mistake.` : `The template "${id}" is not trusted yet.`,
    )
  const filled = expandTemplate(template.definition.body, { variables, selection, date })
  const { missing, wantsSelection } = filled
  const notes = filled.attach.flatMap((one): readonly Named[] =>
    one.kind === 'note' ? [{ kind: 'note', name: one.target }] : [],
  )
  const finder = notes.length === 0 ? undefined : await workspaceFinder(context, workspaceId, notes)
  const found = filled.attach.map((attachment) => ({ attachment, name: nameOf(attachment, finder) }))
  return {
    text: filled.text,
    attach: found.flatMap(({ name }) => name ?? []),
    missing,
    wantsSelection,
    notices: found.flatMap(({ attachment, name }) =>
      name === undefined && attachment.kind === 'note'
        ? [notice('not-found', attachment.target, { kind: 'note' })]
        : [],
    ),
  }
}

function nameOf(attachment: TemplateAttachment, finder: NoteFinder | undefined): string | undefined {
  return attachment.kind === 'tag' ? `#${attachment.tag}` : finder?.find(attachment.target)
}
