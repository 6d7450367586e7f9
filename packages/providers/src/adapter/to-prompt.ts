import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { type Dialect, givenOptions } from './dialect.ts'
import { guardName } from './guarded-name.ts'
import type { Mark, PlacedMessage, PlacedPart } from './placed-message.ts'
import { readReasoning } from './reasoning-record.ts'

type Of<Role extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: Role }>
type UserPart = Of<'user'>['content'][number]
type AssistantPart = Of<'assistant'>['content'][number]

/** The messages in the form that the provider packages read. */
export function toPrompt(messages: readonly PlacedMessage[], dialect: Dialect): LanguageModelV4Prompt {
  return messages.flatMap(({ role, parts }): LanguageModelV4Message[] => {
    switch (role) {
      case 'system':
        return systemMessages(parts, dialect)
      case 'user':
        return [{ role, content: userParts(parts, dialect) }]
      case 'assistant':
        return [{ role, content: assistantParts(parts, dialect) }]
      case 'tool':
        return [{ role, content: toolParts(parts, dialect) }]
      default:
        return role satisfies never
    }
  })
}

function systemMessages(parts: readonly PlacedPart[], dialect: Dialect): LanguageModelV4Message[] {
  const joined = dialect.isSystemJoined ? joinTexts(parts) : parts
  return joined.flatMap(({ part, mark }) =>
    part.kind === 'text' ? [{ role: 'system' as const, content: part.text, ...options(dialect, mark) }] : [],
  )
}

function userParts(parts: readonly PlacedPart[], dialect: Dialect): UserPart[] {
  const isTextOnly = parts.every(({ part }) => part.kind === 'text')
  const joined = dialect.isTextJoined && isTextOnly ? joinTexts(parts) : parts
  return joined.flatMap(({ part, mark }): UserPart[] => {
    if (part.kind === 'text') return [{ type: 'text', text: part.text, ...options(dialect, mark) }]
    if (part.kind !== 'image') return []
    const { mediaType, bytes } = part
    return [{ type: 'file', mediaType, data: { type: 'data', data: bytes }, ...options(dialect, mark) }]
  })
}

/** Thoughts, words and calls in the order in which they came. */
function assistantParts(parts: readonly PlacedPart[], dialect: Dialect): AssistantPart[] {
  const reasoning = parts.flatMap(({ part }) => (part.kind === 'reasoning' ? readReasoning(part.opaque) : []))
  return parts.flatMap(({ part, mark }): AssistantPart[] => {
    switch (part.kind) {
      case 'text':
        return [{ type: 'text', text: part.text, ...options(dialect, mark) }]
      case 'reasoning':
        return [...dialect.reasoningParts(part)]
      case 'tool-call':
        return [
          {
            type: 'tool-call',
            toolCallId: dialect.callId(part.callId),
            toolName: guardName(part.tool),
            input: dialect.callInput(part.arguments),
            ...givenOptions({
              ...dialect.callOptions(part.callId, reasoning),
              ...(mark ? dialect.markOptions(mark) : {}),
            }),
          },
        ]
      case 'image':
      case 'tool-result':
        return []
      default:
        return part satisfies never
    }
  })
}

function toolParts(parts: readonly PlacedPart[], dialect: Dialect): Of<'tool'>['content'] {
  return parts.flatMap(({ part, mark }) => {
    if (part.kind !== 'tool-result') return []
    const markOptions = mark ? dialect.markOptions(mark) : {}
    return [
      {
        type: 'tool-result' as const,
        toolCallId: dialect.callId(part.callId),
        toolName: guardName(part.tool),
        output: dialect.result(part.text, markOptions),
        ...givenOptions(markOptions),
      },
    ]
  })
}

/** Each text carries the blank line before it, so joining is putting together. A mark stands after the last. */
function joinTexts(parts: readonly PlacedPart[]): readonly PlacedPart[] {
  const text = parts.map(({ part }) => (part.kind === 'text' ? part.text : '')).join('')
  const first = parts[0]
  const mark = parts.at(-1)?.mark
  if (!first) return []
  return [{ role: first.role, part: { kind: 'text', text }, ...(mark ? { mark } : {}) }]
}

function options(dialect: Dialect, mark: Mark | undefined): ReturnType<typeof givenOptions> {
  return mark ? givenOptions(dialect.markOptions(mark)) : {}
}
