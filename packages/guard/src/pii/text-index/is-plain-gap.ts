const FILLERS: ReadonlySet<string> = new Set(
  `a about actual actually ahead all already also am an and are as at british by c ca california canadian card class code
  contains current currently da das de dei del dem den der des di die do document du e el emitido en ending ends entered er est
  et expired expires file filed first fl florida for french from full für german given has have held her hier his holder
  i id il in irish is issued ist it italian its jest just la last lautet le les listed located me mein meine mi mine mon my n
  na new no nova now nr nueva nuevo num nbr number numbers numer numero nummer numéro número ny of old on one our para patient per
  please pour prefix primary provided reads ref s second see shows si spanish state still su tax texas that the their this to
  tx u uk um un und under unter us usa used va val valid value str string field was were which with y your zum número za è é no nº n`.split(
    /\s+/,
  ),
)

/** Whether nothing but small words and signs lies between a label and its value. */
export function isPlainGap(gap: string): boolean {
  return gap.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || FILLERS.has(word.toLowerCase()))
}
