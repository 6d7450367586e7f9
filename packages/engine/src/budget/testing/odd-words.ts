import * as fc from 'fast-check'

/** Parted by the letter that none of them holds. */
const WORDS =
  `alpha¦Beta¦GAMMA¦fooBar¦HTTPServer¦don't¦I'LL¦we'Ve¦o'clock¦'¦''s¦x¦1¦22¦333¦4444¦1234567¦3.14¦a1b2¦` +
  `e3b0c44298fc1c149afb¦${'z'.repeat(45)}¦snake_case¦<tag>¦</¦"¦{"k":"v"}¦<|endoftext|>¦#¦${'-'.repeat(9)}¦` +
  `=¦\\¦\\n¦\`¦~¦@¦!¦?¦.¦,¦...¦/¦//¦_`
const BLANKS = ` ¦  ¦\t¦\n¦\n\n¦\r\n¦\r¦ \n¦\n ¦\n\t\n¦\v¦\f¦\0¦\x7f¦${' '.repeat(40)}¦/\n¦.\n/¦\n/¦/\r\n/`
const FOREIGN =
  'Größe¦é¦e\u0301¦北京大学¦。¦、¦\u3000¦日本語テキスト¦한국어¦АБВ¦مرحبا¦नमस्ते¦🙂¦👩‍👧¦\u00a0¦\u2028¦\u200b¦\ufeff¦' +
  '\ud800¦\udc00¦’¦’s¦٣¦²¦ǅ¦ʰ¦\u0301'

/** Texts of words, signs and blanks that rules for words treat in some way of their own. */
export function oddWords(script: 'ascii' | 'any', maxLength = 60): fc.Arbitrary<string> {
  const plain = [WORDS, BLANKS].flatMap((list) => list.split('¦'))
  const foreign = FOREIGN.split('¦')
  const words = script === 'ascii' ? plain : [...plain, ...foreign, ...foreign]
  return fc
    .tuple(
      fc.array(fc.oneof(fc.constantFrom(...words), fc.lorem({ maxCount: 1 })), { maxLength }),
      fc.constantFrom('', ' ', '\n'),
    )
    .map(([parts, glue]) => parts.join(glue))
}
