const BEGINS =
  /^(?:[AEIOUY]|[B-DF-HJ-NP-TV-XZ](?:[AEIOUY]|$)|B[LR]|C[HLRZ]|D[RW]|F[LR]|G[HLNR]|K[HLNR]|MC|P[FHLRS]|RH|S[CHKLMNPQTVW]|T[HRSW]|W[HR]|ZW)/
const ENDS =
  /(?:[AEIOUY].?|(?:B|C|D|F|G|H|K|L|M|N|P|R|T|W|Y)S|L[DFKLMPT]|M[BP]|N[CDGKTX]|PT|R[BCDFGKLMNPT]|S[CHKMPST]|T[HTZ]|C[HKT]|F[FT]|G[HNT]|HT|D[TD]|GG|NN|W[DKLN]|XT|ZZ)$/

/** Whether capitals cannot be a word of the languages around: they begin, end or go on as none does. */
export function isNoWord(capitals: string): boolean {
  if (!BEGINS.test(capitals) || !ENDS.test(capitals)) return true
  return /[B-DF-HJ-NP-TV-XZ]{5}|Q[^U]|[JVQ][B-DF-HJ-NP-TV-XZ]|X[B-DF-GJ-NR-SV-XZ]/.test(capitals)
}
