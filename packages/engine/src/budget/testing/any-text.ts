import * as fc from 'fast-check'

/** Any sequence of code units: mostly plain, with controls, separators, and halves of pairs alone and together. */
export function anyText(maxLength = 60): fc.Arbitrary<string> {
  const unit = fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    { weight: 1, arbitrary: fc.constantFrom(0, 9, 10, 13, 0x301, 0x200b, 0x2028, 0xfeff) },
    { weight: 1, arbitrary: fc.integer({ min: 0xd800, max: 0xdfff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
  )
  const units = fc.array(unit, { maxLength }).map((codes) => String.fromCharCode(...codes))
  // Half of the texts are well-formed, so that cutting a pair shows.
  return fc
    .tuple(units, fc.boolean())
    .map(([text, repair]) => (repair ? text.toWellFormed().replaceAll('\ufffd', '😀') : text))
}
