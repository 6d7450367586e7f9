import { asObject } from '@varve/providers/internal'
import type { JsonObject } from '@varve/providers'
import { checkGemini } from '../check/check-gemini.ts'
import type { ReplyFinish, ReplyPiece } from '../script/scenario.ts'
import { type Answer, chunkText, type Dialect, type Frame, type Rejection } from './dialect.ts'

/** Gemini's `generateContent` and `streamGenerateContent`. */
export const gemini: Dialect = {
  protocol: 'gemini',
  check: checkGemini,
  maximumTokens: (body) => {
    const limit = asObject(body['generationConfig'])['maxOutputTokens']
    return typeof limit === 'number' ? limit : undefined
  },
  errorBody,
  document: (answer) => ({
    candidates: [candidateOf(answer.reply.pieces.map(wholePart), FINISH[answer.reply.finish])],
    ...envelope(answer),
  }),
  frames,
  failure: (rejection) => ({ data: errorBody(rejection) }),
  overflow: (tokens, window) => ({
    status: 400,
    message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
  }),
}

const FINISH: Readonly<Record<ReplyFinish, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  // A call ends a turn like any other end.
  'tool-calls': 'STOP',
  filtered: 'SAFETY',
}

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

function errorBody({ status, message }: Rejection): JsonObject {
  const name = STATUS_NAMES[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'INVALID_ARGUMENT')
  return { error: { code: status, message, status: name } }
}

function frames(answer: Answer): readonly Frame[] {
  const parts = answer.reply.pieces.flatMap((piece) => partsOf(piece, answer.chunkCharacters))
  const last = parts.length - 1
  // What was filtered or cut to nothing still ends with a reason.
  if (last < 0)
    return [{ data: { candidates: [candidateOf([], FINISH[answer.reply.finish])], ...envelope(answer) } }]
  return parts.map((part, index) => ({
    data: {
      candidates: [candidateOf([part], index === last ? FINISH[answer.reply.finish] : undefined)],
      ...envelope(answer),
    },
  }))
}

function partsOf(piece: ReplyPiece, size: number): readonly JsonObject[] {
  switch (piece.kind) {
    case 'reasoning': {
      const chunks = chunkText(piece.text, size)
      // The signature comes with the end of what it signs.
      return chunks.map((text, index) => ({
        text,
        thought: true,
        ...(index === chunks.length - 1 && { thoughtSignature: piece.opaque }),
      }))
    }
    case 'text':
      return chunkText(piece.text, size).map((text) => ({ text }))
    case 'tool-call':
      return [wholePart(piece)]
    default:
      return piece satisfies never
  }
}

function wholePart(piece: ReplyPiece): JsonObject {
  switch (piece.kind) {
    case 'reasoning':
      return { text: piece.text, thought: true, thoughtSignature: piece.opaque }
    case 'text':
      return { text: piece.text }
    case 'tool-call':
      return {
        functionCall: { id: piece.callId, name: piece.tool, args: asObject(JSON.parse(piece.arguments)) },
      }
    default:
      return piece satisfies never
  }
}

function candidateOf(parts: readonly JsonObject[], finish: string | undefined): JsonObject {
  return { content: { role: 'model', parts }, ...(finish && { finishReason: finish }), index: 0 }
}

/** The prompt count includes what was cached; what was thought is counted apart from the answer. */
function envelope({ serial, model, usage }: Answer): JsonObject {
  const { input, cached, output, reasoning } = usage
  return {
    usageMetadata: {
      promptTokenCount: input,
      ...(cached > 0 && { cachedContentTokenCount: cached }),
      candidatesTokenCount: output - reasoning,
      ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
      totalTokenCount: input + output,
    },
    modelVersion: model,
    responseId: `sim-${serial}`,
  }
}
