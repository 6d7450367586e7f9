import type { Language } from './area.ts'

/**
 * To whom something is written, which says little about what: "an email to my boss", "text my landlord". Letters are
 * none of these, since people write them where there is a matter.
 */
export const ADDRESSEES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    ...phrases('email to | mail to | message to | note to | text to | reply to | write to', 'my | our | the'),
    ...phrases('email | mail | text | message', 'my | our'),
  ],
  fr: phrases(
    'email a | mail a | courriel a | message a | sms a | mot a | ecris a | ecrire a | reponse a',
    'mon | ma | mes | notre | nos',
  ),
  es: phrases(
    'email a | mail a | correo a | mensaje a | nota a | escribe a | escribir a | respuesta a',
    'mi | mis | nuestro | nuestra | nuestros',
  ),
}

function phrases(leads: string, owners: string): readonly string[] {
  return split(leads).flatMap((lead) => split(owners).map((owner) => `${lead} ${owner} *`))
}

function split(words: string): readonly string[] {
  return words.split('|').map((word) => word.trim())
}
