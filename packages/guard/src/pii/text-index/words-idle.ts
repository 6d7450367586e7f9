/** Phrases with the words of labels in them that speak of no value at all: they are read, and then forgotten. */
export const IDLE_WORDS = {
  idle: `in my/our/your/his/her/this/that/any/each/which case | just/in case | to quote | please quote | quoting |
    zip file/archive | in form | take/takes/taken/taking into account | on account of | by all accounts |
    account of/for | accounts for | accounted for | give/gave an account | tenir/tenez/tient/tenant/tenu compte
    | compte tenu | compte sur | comptez sur | rend/rendu compte | se rendre compte | en fin de compte | cuenta
    con/conmigo/que | tener/ten/tenga/tomar en cuenta | darse cuenta | se dio cuenta | por cuenta | a fin de
    cuentas | rendere conto | tenere/tieni conto | per conto | ter em conta | faz de conta | per saldo | on call
    | call it | a call to action | out of order | in order to | in order | case sensitive/insensitive | the/a
    table below | round the clock | sin embargo/contar/duda/dinero/falta/que | be patient | en route | key
    takeaway | birthday boy/girl | by birth | place of birth | country of birth | lieu de naissance | lugar de
    nacimiento | geburtsort | luogo di nascita | geboorteplaats | local de nascimento | swift
    package/packages/build/version/ui/code quality | taylor swift | swift taxi | taken/take/taking
    it/this/that/these into account | according to his/her/their/my/this/that/one account | compte est bon |
    compte y est | the account goes | vers | we/i/they/you/please/must/should/will/can invoice`,
} as const
