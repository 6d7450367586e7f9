import { hashText } from '@varve/engine/internal'

/** An id of a file as storage can have it: as it is, or one made of it where it is no plain name. */
export function plainId(id: string): string {
  return /^[\w.:-]{1,128}$/.test(id) ? id : hashText(id).slice(0, 32)
}
