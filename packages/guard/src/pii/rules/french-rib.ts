import { isRibValid } from '../checksum/french-numbers.ts'
import type { Candidate } from '../finding.ts'

const FORM = /(?<![\p{L}\p{N}_-])\d{5}[ -]?\d{5}[ -]?[A-Z0-9]{11}[ -]?\d{2}(?![\p{L}\p{N}_-])/gu

/** French accounts as they were written before the IBAN; their key tells them, with a label or without. */
export function findRibs(text: string): readonly Candidate[] {
  return [...text.matchAll(FORM)]
    .filter(([raw]) => isRibValid(raw.replace(/[ -]/g, '')))
    .map(({ 0: raw, index }) => ({
      start: index,
      end: index + raw.length,
      confidence: 0.9,
      jurisdiction: 'FR',
    }))
}
