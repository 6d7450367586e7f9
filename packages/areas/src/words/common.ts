import type { Language } from '../area.ts'

/** Words that say in which language a text is, folded; one that two languages share speaks for both a little. */
export const FUNCTION_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: split(`
      the of and to in is you that it he was for on are as with his they at be this have from or had by but
      not what all were we when your can said there an each which she do how their if will up other about
      out many then them these so some her would make like him into has two more no way could people my than
      been who its now did get may over new take only me our i am want need should does after before because
      without just any dont im ive cant didnt wont isnt where why while between against under during until
  `),
  fr: split(`
      le la les de des du un une et est en que qui dans pour pas sur au aux avec ce il elle je tu nous vous
      ils elles ne se son sa ses mon ma mes ton ta tes notre nos votre vos leur leurs mais ou donc car par
      plus cette ces cet comme fait faire peut dois doit sont suis ai as avons avez ont ete etre avoir si
      quand comment pourquoi quel quelle quels quelles depuis sans sous entre apres avant alors aussi bien
      tres tout tous toute toutes y d l j n s c qu m t chez moi lui quoi dont puis veux faut
  `),
  es: split(`
      el la los las de del un una unos unas y e o u es en que quien para por no con se su sus mi mis tu tus
      lo le les al como mas pero si ya muy sin sobre este esta estos estas ese esa eso esto ha he han hay
      fue ser son soy estoy tiene tengo tienen puedo puede quiero quiere debo debe cuando donde porque cual
      cuales entre desde hasta despues antes tambien nos yo ella ellos usted ustedes me te hace hacer todo
      todos toda todas otro otra algo nada cuanto necesito
  `),
}

/**
 * Words that come and go inside a phrase without changing it: "kept my deposit", "kept the deposit". A phrase that
 * would have less than two other words is matched as it is written.
 */
export const LOOSE_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: split('a an the my your his her our their its this that these those of some any'),
  fr: split(`
      le la les l un une de des du d mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet
      cette ces
  `),
  es: split(`
      el la los las un una unos unas de del mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta
      estos estas ese esa
  `),
}

/** Acronyms that are ordinary words in small letters: the office ICE, the visa waiver ESTA, the tax office's LOI. */
export const WORDS_LIKE_ACRONYMS: Readonly<Record<Language, readonly string[]>> = {
  en: split(
    'ice ear sow rec mot nip mar sag snap nil tue esa pep ned noi tam tom jams rice tie safe opt pip sar',
  ),
  fr: split(
    'vie van tri pic are ass ame rex loi gap dip pac pap ars cas pra spa ime tas cre marc safer plu sas dora',
  ),
  es: split('esa ens tie cat ora safe ere van tir dif pac sep tas ice tae dora fibra masc'),
}

/** What says that the words behind it are not the matter, folded. A plain "not" is none of these: who is not paid has a case. */
export const DENIALS: Readonly<Record<Language, readonly string[]>> = {
  en: phrases(`
      not about | not really about | isnt about | wasnt about | not asking about | not talking about | this is not a |
      it is not a | it not a | this isnt a | it isnt a | not related to | nothing to do with | not regarding | forget about |
      never mind | dont need a | dont want a | i not filing | i not considering | i not thinking about |
      i am not filing | i am not considering | i am not thinking about
  `),
  fr: phrases(`
      ce n est pas un | ce n est pas une | c est pas un | c est pas une | ce n est pas pour | ce n est pas mon | s agit pas |
      parle pas | concerne pas | rien a voir avec | aucun rapport avec | pas question | oublions | pas besoin de
  `),
  es: phrases(`
      no se trata | no trata | no es sobre | no es un | no es una | no es mi | no hablo | no pregunto por | nada que ver con |
      sin relacion con | olvida | no es tema | no necesito un | no necesito una | no hace falta
  `),
}

/** Words at which a denial ends: "not about the divorce but about the house". */
export const TURNS: Readonly<Record<Language, readonly string[]>> = {
  en: split('but just only rather instead it its'),
  fr: split('mais plutot juste seulement c'),
  es: split('pero sino solo solamente'),
}

function phrases(text: string): readonly string[] {
  return text.split('|').map((phrase) => phrase.trim())
}

function split(words: string): readonly string[] {
  return words.trim().split(/\s+/)
}

/** Everyday words that belong to no area, folded: numbers, times, and what people do all day. */
export const COMMON_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: split(`
      one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred
      thousand million first second third fourth fifth last next half once twice day days week month year
      hour minute morning evening night today tomorrow yesterday january february march april june july
      august september october november december monday tuesday wednesday thursday friday saturday sunday
      time times since still already again always never often sometimes soon later early late back away down
      around here everything something anything nothing everyone everybody someone somebody nobody anyone
      thing things stuff lot much more most less least very really quite almost even also just only instead
      rather better best worse worst good bad great nice small large long short high same different other
      another each both several such whole full empty right wrong true sure able like love hate feel know
      think believe hope wish want need mean seem look looking see watch hear listen read write say said
      tell told talk speak call ask answer give take bring send keep hold let make made put find found lose
      lost come came go went gone leave left stay move turn start begin stop finish open close try help use
      used work works happen happened show become became live lives life man woman people person friend
      friends boy girl guy home house room door table phone email text message number name word words place
      country world water food money head hand hands face eyes arm foot body side part line point case fact
      idea reason problem question kind sort type list piece group set step case end top bottom middle front
      inside outside myself yourself himself herself themselves ourselves please thanks hello maybe perhaps
      however though although unless whether either neither enough together alone especially usually normal
      normally simply exactly actually probably possible possibly easy hard difficult clear clearly
      important main general common usual special certain own given following based according across toward
      towards within upon along behind beyond near above below cannot shall must might would could should
      being having doing getting going making taking thirty crazy strange big little old new young
  `),
  fr: split(`
      un deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante
      cent mille million premier deuxieme troisieme dernier prochain moitie jour jours semaine mois annee
      heure minute matin soir nuit aujourd hui demain hier janvier fevrier mars avril mai juin juillet aout
      septembre octobre novembre decembre lundi mardi mercredi jeudi vendredi samedi dimanche temps fois
      toujours jamais souvent parfois encore deja bientot tard tot ici loin rien quelque quelques chose
      quelqu personne chacun autre autres meme memes beaucoup peu assez trop moins mieux pire bon bonne
      mauvais mauvaise grand grande petit petite long court haut bas nouveau nouvelle vieux jeune vrai faux
      sur possible facile difficile important general normal seul seule ensemble aller venir partir rester
      prendre mettre donner envoyer garder laisser trouver perdre chercher demander repondre dire parler
      appeler lire ecrire voir regarder entendre savoir croire penser vouloir pouvoir devoir falloir aimer
      sentir commencer finir arreter ouvrir fermer essayer aider utiliser vivre habiter passer arriver
      tomber sortir entrer porter tenir servir semble etait etaient sera serait avait avaient aura aurait
      peux peut pourrai pourrait puis dois doit veut vont vais fait faite faites homme femme gens ami amis
      garcon fille maison chambre porte table telephone message nombre nom mot lieu endroit pays monde eau
      argent tete main mains yeux cote partie point cas fait idee raison probleme question sorte genre liste
      groupe etape bout debut milieu vers contre pendant selon lorsque puisque parce cela ceci celui celle
      ceux ainsi notamment surtout egalement peut-etre merci bonjour svp vacances
  `),
  es: split(`
      uno dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta
      cincuenta cien mil millon primero segundo tercero ultimo proximo mitad dia dias semana mes meses ano
      anos hora minuto manana tarde noche hoy ayer enero febrero marzo abril mayo junio julio agosto
      septiembre octubre noviembre diciembre lunes martes miercoles jueves viernes sabado domingo tiempo vez
      veces siempre nunca menudo pronto temprano todavia aun aqui alla lejos cerca alguien nadie algun
      alguno alguna ninguno ninguna cada cosa cosas mucho mucha poco bastante demasiado menos mejor peor
      bueno buena malo mala grande pequeno largo corto alto bajo nuevo nueva viejo joven cierto seguro
      posible facil dificil importante general normal solo sola juntos ir venir salir quedar tomar poner
      pongo dar mandar enviar guardar dejar encontrar perder buscar pedir preguntar contestar decir dicen
      hablar llamar leer escribir ver mirar oir saber creer pensar querer poder deber gustar sentir empezar
      empiezo comenzar terminar acabar parar abrir cerrar probar ayudar usar vivir pasar llegar caer entrar
      llevar tener tenia hacer hice hizo hago era eran sera seria estaba estaban habia haber vaya vamos
      hombre mujer gente amigo amigos nino nina casa cuarto puerta mesa telefono mensaje numero nombre
      palabra lugar sitio pais mundo agua dinero cabeza mano manos ojos lado parte punto caso hecho idea
      razon problema pregunta tipo clase lista grupo paso fin fines principio medio hacia contra durante
      segun mientras aunque tambien ademas entonces luego asi quiza gracias hola favor arreglar regresar correr corro corres
  `),
}
