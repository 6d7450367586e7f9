import type { Language } from './area.ts'

/** Said once in a conversation that has guidance of an area. */
export const DISCLAIMERS: Readonly<Record<Language, string>> = {
  en: 'This is general information, not advice from a lawyer, accountant or other professional, and no such relationship arises from it. Rules differ by place and change; check the current official text, and ask a professional before acting where something important or a deadline depends on it.',
  fr: 'Ceci est une information générale, et non le conseil d’un avocat, d’un comptable ou d’un autre professionnel ; aucune relation de ce type n’en résulte. Les règles varient selon le lieu et changent ; vérifiez le texte officiel en vigueur et consultez un professionnel avant d’agir si un enjeu important ou un délai en dépend.',
  es: 'Esto es información general, no el consejo de un abogado, contador u otro profesional, y no crea ninguna relación de ese tipo. Las reglas varían según el lugar y cambian; compruebe el texto oficial vigente y consulte a un profesional antes de actuar si de ello depende algo importante o un plazo.',
}
