import type { Plan } from '@varve/engine'
import type { Divergence, DivergenceReason, OmissionReason } from '@varve/engine/internal'

const EPOCH_REASONS: Readonly<Record<DivergenceReason, string>> = {
  settings: 'The settings changed.',
  agent: 'The agent changed.',
  memory: 'What is remembered about you changed.',
  project: 'The project instructions changed.',
  guidance: 'The guidance changed.',
  tools: 'The tools changed.',
  'context-attached': 'Newly attached context was promoted to the library.',
  'file-changed': 'A file was refreshed.',
  compaction: 'Older context was compacted to make room.',
  'tool-output': 'The tool results of the last turn were shortened to a line each.',
  'epoch-cold': 'The cache was cold, so superseded text was folded away for free.',
  'epoch-rent': 'Superseded text had cost more than folding it away.',
  forgotten: 'Something was forgotten.',
  guard: 'A privacy decision changed.',
  'model-switch': 'This model joined the chat.',
  image:
    'The first picture came or the last one went, and this provider caches requests with pictures apart.',
  branch: 'The chat branched.',
  rebuilt: 'The chat was rebuilt from storage.',
  none: 'The chat began.',
}

/** Whether a word is one of the reasons. */
export function isDivergenceReason(word: string): word is DivergenceReason {
  return Object.hasOwn(EPOCH_REASONS, word)
}

/** Why an epoch began, in a sentence. */
export function epochWords(reason: DivergenceReason): string {
  return EPOCH_REASONS[reason]
}

const OMISSION_REASONS: Readonly<Record<OmissionReason, string>> = {
  budget: 'did not fit the budget',
  'image-of-other-note': 'only images of the open note are sent',
  'image-not-recent': 'the image is no longer recent',
  'no-vision': 'this model reads no images',
  'remote-image-without-consent': 'remote images are fetched only with your consent',
  'duplicate-key': 'attached twice',
  'tool-result-aged': 'old tool output is shortened',
  'history-stripped': 'older turns are summarised',
  'not-used-lately': 'not attached for many turns',
}

export function omissionWords(reason: OmissionReason): string {
  return OMISSION_REASONS[reason]
}

/** Where the first byte differs from the call before, and why. [P-8] */
export function divergenceWords(
  { divergence, epoch, turn }: Pick<Plan, 'divergence' | 'epoch' | 'turn'>,
  /** Of the calls of one answer. */
  number = 1,
): string {
  if (divergence.reason === 'none')
    return isFirstCall({ divergence, epoch, turn }, number)
      ? 'First request to this model: there is nothing to differ from.'
      : 'Nothing sent before has changed: this request only appends.'
  return `${epochWords(divergence.reason)} The request differs from ${placeWords(divergence)} on.`
}

/** Whether nothing was sent to this model before, in this branch. */
export function isFirstCall(
  { divergence, epoch, turn }: Pick<Plan, 'divergence' | 'epoch' | 'turn'>,
  number = 1,
): boolean {
  return divergence.reason === 'none' && epoch.startedTurn === turn && number === 1
}

function placeWords({ layer, key, tokens }: Divergence): string {
  const place = key === '' ? layer : `${layer}, ${key}`
  return tokens === 0
    ? place
    : `${place} (${tokens.toLocaleString('en-US')} tokens sent before no longer stand in front)`
}
