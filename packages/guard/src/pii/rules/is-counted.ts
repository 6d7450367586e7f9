/** What people count or measure; numbers before these words are amounts and nobody's. */
const COUNTED =
  /^[ \u00a0](?:total|calls|requests|events|transactions|units?|households?|visits?|sales|vues|hours?|heures?|horas?|stunden|seats?|booklets?|tickets?|times|years?|people|families|jobs|cases|files|fichiers|archivos|dateien|paths?|spectators|viewers|listeners|students|patients?|employees|attendees|downloads|clicks|likes|seconds?|segundos|secondes|sekunden|secondi|minutes?|days?|ns|ms|coins|yen|lire|voti|punti|pontos|vistas|towns|villages|yuan|rupees|rands?|reais|kronor|kroner|zlotys?|follower|abonnés|seguidores|volgers|visitantes|visiteurs|besucher|spectateurs|espectadores|abonnenten|punkte|puntos|tore|kb|mb|gb|ko|mo|go|tons?|tonnes?|barrels?|people|persons?|inhabitants|residents|visitors|followers|users|subscribers|members|customers|views|points|pieces|items|copies|votes|shares|rows|records|entries|lines|bytes|frames|steps|words|characters|hectares|acres|lit(?:re|er)s?|gallons|km|kg|kwh|mwh|gwh|miles|met(?:re|er)s?|euros?|dollars|pounds|pesos|francs|habitants|unités|voix|exemplaires|habitantes|toneladas|unidades|personas|votos|einwohner|tonnen|stück|stimmen|abitanti|tonnellate|inwoners|stuks|mieszkańców|sztuk|ton)(?![\p{L}=:_])/iu

/** Whether what is counted stands right behind a number. */
export function isCounted(text: string, end: number): boolean {
  return COUNTED.test(text.slice(end, end + 16))
}
