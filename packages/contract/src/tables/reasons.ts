/** Why a request is as it is. English goes over the wire and is the key of the page's translations. */

/** Why an epoch began, or why a request differs from the one before. */
export const EPOCH_REASONS = {
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
} as const

/** Why something was left out. */
export const OMISSION_REASONS = {
  budget: 'did not fit the budget',
  'image-of-other-note': 'only images of the open note are sent',
  'image-not-recent': 'the image is no longer recent',
  'no-vision': 'this model reads no images',
  'remote-image-without-consent': 'remote images are fetched only with your consent',
  'duplicate-key': 'attached twice',
  'tool-result-aged': 'old tool output is shortened',
  'history-stripped': 'older turns are summarized',
  'not-used-lately': 'not attached for many turns',
} as const

/** Where a request differs from the one before. */
export const DIVERGENCES = {
  first: 'First request to this model: there is nothing to differ from.',
  none: 'Nothing sent before has changed: this request only appends.',
  at: '{reason} The request differs from {place} on.',
  lost: '{reason} The request differs from {place} on ({tokens} {tokens|token|tokens} sent before are no longer in front).',
} as const

/** Said above the first answer of an epoch. */
export const EPOCH_NOTE = 'New epoch: {reason}'

/** The reason in such a note, which chat files keep as it was written. */
export function reasonOfNote(note: string): string {
  return note.replace(EPOCH_NOTE.replace('{reason}', ''), '')
}

/** What the engine says of the pieces of a request, where no turn is named. */
export const SEGMENT_WORDS: readonly string[] = [
  'Section',
  'Part of the system text.',
  'Sent before everything else, in a stable order.',
  'Kept from an earlier turn.',
  'Compacted',
  'The budget asked for it; attach it again to read it whole.',
  'Reference',
  'These texts are above, so they are named and not sent twice.',
  'Update, whole',
  'Heading',
  'Says that what follows is reference material.',
  'Changed',
  'A kept note changed; its new text was not attached.',
  'Memory',
  'Memory changed inside this epoch.',
  'Guidance',
  'For this turn only.',
  'Image',
  'A picture of this message or of the open note.',
  'Tool call',
  'The model asked for it.',
  'Tool result',
  'What the tool gave back.',
  'Reasoning',
  'The provider requires it back.',
  'Message',
  'What you wrote.',
  'Answer',
  'What the model answered.',
  'Summary',
  'Stands for turns that the budget left out.',
  'Recalled',
  'Found in turns that the budget left out, for this message.',
]
