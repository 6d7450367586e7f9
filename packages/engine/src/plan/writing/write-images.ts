import type { ImageReference } from '../../artifact/artifact.ts'
import { imageTokens } from '../../budget/tokenizer.ts'
import { escapeLine } from '../../render/escape-attribute.ts'
import type { TurnRecord } from '../../state/state.ts'
import type { EpochWriter } from './epoch-writer.ts'
import type { OmissionReason } from '../epoch/epoch.ts'

/** Pictures that this turn adds: those of the active note, attached ones and pasted ones. [V-1] */
export function writeImages(writer: EpochWriter, record: TurnRecord): void {
  for (const { artifact } of record.attached) {
    const isShown = artifact.role === 'active' || artifact.kind === 'image'
    for (const image of artifact.images) {
      const key = `${artifact.key}#${image.name}`
      if (isShown) writeImage(writer, image, key, record.number)
      else omit(writer, key, 'image-of-other-note', imageTokens(image))
    }
  }
  for (const image of record.images) writeImage(writer, image, image.name, record.number)
}

/** One picture, or one stable line where the model cannot have it. */
export function writeImage(writer: EpochWriter, image: ImageReference, key: string, turn: number): void {
  const name = escapeLine(image.name)
  const given = writer.images.get(image.hash)
  if (image.hash === '') {
    omit(writer, key, 'remote-image-without-consent', 0)
    marker(writer, `[image ${name}: not fetched]`, turn)
  } else if (!writer.model.vision) {
    omit(writer, key, 'no-vision', imageTokens(image))
    marker(writer, `[image ${name}: this model reads no images]`, turn)
  } else if (given !== undefined) {
    marker(writer, `[image ${name}: given above, turn ${given}]`, turn)
  } else {
    writer.addImage(image, turn)
  }
}

function marker(writer: EpochWriter, text: string, turn: number): void {
  writer.addText('user', text, { piece: 'image', turn })
}

function omit(writer: EpochWriter, key: string, reason: OmissionReason, tokens: number): void {
  writer.omit({ key, reason, tokens, form: 'marker' })
}
