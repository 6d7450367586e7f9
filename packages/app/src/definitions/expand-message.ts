import { type DefinitionKind, type Notice, notice } from '@varve/contract'
import { chooseDefinition, type DefinitionWanted } from './choose-definition.ts'
import type { ComposerReading, Mention } from './composer-reading.ts'
import { expandTemplate, type TemplateAttachment, templateVariables } from './expand-template.ts'
import { type GivenParameters, readParameters } from './read-parameters.ts'
import type { KnownDefinition } from './known-definition.ts'

export interface MessageToExpand {
  readonly reading: ComposerReading
  readonly known: readonly KnownDefinition[]
  readonly audience: DefinitionWanted<DefinitionKind>['audience']
  /** Today, as `{date}` is to say it. */
  readonly date: string
  readonly selection: string | undefined
}

/** A part of the text that was typed, and how long what is in its place is. */
export interface Replaced {
  readonly from: number
  readonly to: number
  readonly length: number
}

export interface ExpandedMessage {
  /** What the model reads. [L4-1] */
  readonly text: string
  readonly replaced: readonly Replaced[]
  /** What the templates bring along. */
  readonly attach: readonly TemplateAttachment[]
  readonly notices: readonly Notice[]
}

/** Puts templates into the place of their names, filled with what is behind them. */
export function expandMessage(toExpand: MessageToExpand): ExpandedMessage {
  const { reading } = toExpand
  const replaced: Replaced[] = []
  const attach: TemplateAttachment[] = []
  const notices: Notice[] = []
  let text = ''
  let copied = 0
  for (const mention of reading.mentions) {
    if (mention.kind !== 'template' || mention.from < copied) continue
    const filled = fillAt(mention, toExpand)
    notices.push(...filled.notices)
    if (filled.text === undefined) continue
    text += reading.text.slice(copied, mention.from) + filled.text
    replaced.push({ from: mention.from, to: filled.to, length: filled.text.length })
    attach.push(...filled.attach)
    copied = filled.to
  }
  return { text: text + reading.text.slice(copied), replaced, attach, notices }
}

interface FilledPlace {
  /** Undefined where it stays as it was typed. */
  readonly text: string | undefined
  readonly to: number
  readonly attach: readonly TemplateAttachment[]
  readonly notices: readonly Notice[]
}

function fillAt(
  mention: Mention,
  { reading, known, audience, date, selection }: MessageToExpand,
): FilledPlace {
  const { name: id, to } = mention
  const { usable, why } = chooseDefinition(known, { kind: 'template', id, audience })
  const asTyped = (notices: readonly Notice[]): FilledPlace => ({ text: undefined, to, attach: [], notices })
  if (!usable) return asTyped(why === undefined ? [] : [notice('template-unusable', id, { why })])
  const { body } = usable.definition
  if (body.trim() === '') return asTyped([notice('template-empty', id)])
  const given = givenTo(templateVariables(body), reading, mention)
  const filled = expandTemplate(body, { variables: given.values, selection, date })
  return {
    text: filled.text,
    to: given.to,
    attach: filled.attach,
    notices: [
      ...(why === undefined ? [] : [notice('template-overridden', id, { why })]),
      ...filled.missing.map((name) => notice('template-value-missing', id, { name })),
      ...(filled.wantsSelection ? [notice('template-needs-selection', id)] : []),
    ],
  }
}

/** Where a template asks for one thing and nothing is given by name, the rest of the message is that thing. */
function givenTo(
  variables: readonly string[],
  { text, mentions }: ComposerReading,
  mention: Mention,
): GivenParameters {
  const given = readParameters(text, mention.to, variables)
  const [only] = variables
  const rest = text.slice(mention.to).trim()
  const isLast = !mentions.some(({ kind, from }) => kind === 'template' && from > mention.from)
  if (only === undefined || variables.length > 1 || Object.keys(given.values).length > 0) return given
  return rest !== '' && isLast ? { values: { [only]: rest }, to: text.length } : given
}
