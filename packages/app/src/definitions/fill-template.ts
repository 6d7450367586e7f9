import { localDay } from '@varve/index'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import type { Named, NoteFinder } from './attachment-for.ts'
import { type FilledTemplateView, notice } from '@varve/contract'
import { expandTemplate, type TemplateAttachment } from './expand-template.ts'
import { requireDefinition } from './list-definitions.ts'
import { usableDefinitions, workspaceFinder } from './workspace-definitions.ts'

export interface FillTemplateInput {
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
