import type { Language } from './area.ts'

/** What people say when they have a matter to settle, whatever it is about. */
export const MATTER_CUES: Readonly<Record<Language, readonly string[]>> = {
  en: split(`
      can they do that | can he do that | can she do that | can i get | can i be | can they | can he |
      can she | can my | can our | can we | could i | am i | are they allowed | is he allowed |
      is that allowed | is this allowed | allowed to | is it legal | is this legal | is that legal |
      legally | legal | lawyer | sue | do i have to | do we have to | do i need | do we need | have to pay |
      what can i do | what can we do | what should i do | what should we do | what are my | what rights |
      my rights | my options | how do i stop | how do we stop | how do i get | how do i fight |
      how do i prove | how should we | how do we | who pays | who is responsible | responsible | liable |
      entitled | owe | owes | refuses | refuse | refused | refusing | wont | threatened | threatens |
      threatening | denied | complained | complaint | claim | compensation | without telling |
      without asking | without notice | without my | supposed to | is that right | is this right |
      is it too late | too late to | deadline | report this | fight this | against me | against us |
      against them | our company | our business | our team | our customers | our clients | our staff |
      our employees | our suppliers | our competitors | my company | my business | my employer | my boss |
      my landlord | where do i start | where do we start | how much can | signed | they say | he says |
      she says | says i | says that | told me | wants me to | keeps | stopped paying | not paying |
      business | firm | customers | clients | employees | staff | supplier | manager | owner | we need |
      we want to | our | afford | is there a way | what happens if | can i still | is it worth |
      how long do i | options | forced | illegal | fault | ended up | insists | agreed | contract | pay |
      paid
  `),
  fr: split(`
      est ce legal | legal | illegal | ai je le droit | ont ils le droit | a t il le droit |
      a t elle le droit | le droit de | droit a | mes droits | que puis je faire | que faire |
      que pouvons nous | puis je | peut il | peut elle | peut on | peuvent ils | dois je | devons nous |
      suis je oblige | oblige | quel recours | quels recours | recours | contester | reclamer |
      porter plainte | avocat | tribunal | responsable | qui paie | refuse | refusent | ne veut pas |
      ne veulent pas | ne repond | ne paie | menace | sans prevenir | sans mon accord | sans autorisation |
      delai | indemnisation | dommages | a qui demander | est ce vrai | est ce normal | comment faire |
      comment obtenir | comment prouver | notre entreprise | notre societe | nos clients | nos equipes |
      nos salaries | nos fournisseurs | nos concurrents | mon entreprise | mon employeur | mon patron |
      mon proprietaire | par ou commencer | comment ameliorer | comment reduire | signe | on me dit |
      il dit que | elle dit que | ils disent | on m a | notre | nos | clients | equipe | fournisseur |
      patron | proprietaire | nous devons | nous voulons | que se passe t il si | est il possible | force |
      sans payer | payer | paie | contrat | toujours pas | depuis des mois
  `),
  es: split(`
      es legal | ilegal | legal | tengo derecho | tienen derecho | derecho a | mis derechos |
      que puedo hacer | que hago | que podemos hacer | puedo | puede mi | pueden | me pueden | debo |
      tengo que | tenemos que | estoy obligado | obligado | como reclamo | reclamar | denunciar | demandar |
      abogado | responsable | quien paga | no quiere | no quieren | se niega | me nego | me negaron |
      no me paga | no me pagan | no contesta | amenaza | sin avisar | sin permiso | sin mi consentimiento |
      plazo | indemnizacion | es verdad | es cierto | es normal | como consigo | como pruebo |
      nuestra empresa | nuestros clientes | nuestro equipo | nuestros empleados | nuestros proveedores |
      mi empresa | mi negocio | mi jefe | mi patron | mi casero | por donde empiezo | como mejoro |
      como reducimos | como reduzco | firme | a quien le | me dicen | dice que | dicen que | me dijeron |
      nuestro | nuestra | nuestros | nuestras | clientes | equipo | proveedor | dueno | necesitamos |
      queremos | que pasa si | es posible | obligan | sin pagar | pagar | pago | contrato | desde hace |
      llevo | todavia no
  `),
}

/** What people say when they want something made, explained or chatted about. */
export const IDLE_CUES: Readonly<Record<Language, readonly string[]>> = {
  en: split(`
      hello | hi there | good morning | how are you | thanks | thank you | poem | haiku | limerick | joke |
      riddle | fairy tale | lyrics | rhyme | birthday | toast | wedding speech | recipe | cook | cooking |
      bake | baking | breakfast | cake | soup | bread | pasta | chicken | chocolate | vegetarian |
      ingredients | weather | sunny | rain | rained | capital of | planet | moon | stars | galaxy |
      black holes | photosynthesis | dinosaur | history of | who won | who wrote | who invented |
      world cup | population of | how tall | how far | how many | explain how | explain why | why does |
      why is the sky | why do | derivative | equation | fahrenheit | celsius | convert | square root |
      theorem | python | javascript | typescript | java | rust | regex | css | html | array | null |
      undefined | loop | recursion | compile | compiler | bug in | stack trace | git | pull request | npm |
      docker | unit test | refactor | sort this | translate | translation of | how do you say | synonym |
      grammar | proofread | rewrite | rephrase | paragraph | summarize | summarise | summary | essay |
      article about | sentence with | movie | movies | tv series | netflix | guitar | piano | violin |
      chess | yoga | marathon | workout | stretching | jogging | hiking | hike | beach | vacation |
      itinerary | picnic | camping | travel to | trip to | sightseeing | museum | holiday in | book for |
      good book | recommend a | recommend me | houseplants | tomatoes | garden ideas | knit | knitting |
      crochet | draw | origami | name for my | cat keeps | our cat | my cat | what to wear | outfit |
      gift for | gift ideas | present for | party games | word game | crossword | quiz | trivia |
      meditation | sleep better | cant sleep | tides | frog | penguins | elephants | learn spanish |
      learning spanish | learn french | pronounce | math problem | poets | shakespeare | hamlet |
      character in my | video game | minecraft | laptop slow | keyboard shortcut | wallpaper | emoji |
      horoscope | zodiac | in java | in rust | in python | class and | struct | interfaces | subclass |
      inheritance in | superclass | pointer | callback | async | segfault | error message | typeerror |
      error code | syntax | shell script | bash | terminal | linux | ubuntu | localhost | port 3000 |
      kill a process | child process | kubernetes | container image | vue | webpack | rebase |
      merge conflict | stack overflow | algorithm | binary tree | big o | json | yaml | dhcp |
      static address | vlookup | excel formula | board game | board games | monopoly | card game | dice |
      poker | sudoku | tennis | football match | basketball game | offside | penalty kick | tennis court |
      muscles | squat | push ups | in the novel | in the movie | in the film | in the book | chapter |
      plot of | main character | who played | the actor | the author | who was | when was | in which year |
      century | king | queen | emperor | roman | romans | ancient | empire | revolution | medieval |
      world war | dinosaurs | mythology | greek gods | meaning of the word | definition of | etymology |
      old song | suspense | science fiction | fantasy | short story | on the moon | spaceship | aliens |
      dragon | wizard | joke about | fun fact | did you know | would you rather | fry | egg | butter |
      bird | whale | whales | leaves | autumn | christmas | hiccups | packing list | toddler to eat |
      funny | tell me about yourself | who are you | are you an ai | play a game | let s play |
      thought experiment | crowded | tallest | largest | fastest | deepest | trumpet | garden party |
      trial version | free trial | trial run | trial and error | basketball court | food court |
      judge a book | jury is out | phone case | bookcase | case sensitive | lower case | upper case |
      edge case | use case | birthday party | dinner party | bar chart | chocolate bar | progress bar |
      space bar | sentence structure | suit and tie | swimsuit | charge my phone | charge the battery |
      james bond | chemical bond | free will | strong will | git branch | custody of the branch |
      river bank | bank of the river | power bank | chicken stock | farmers market | flea market |
      cross product | dot product | order of operations | contract muscles | muscles contract |
      smart contract | will you | fire drill | campfire | fireplace | fireworks | execute the script |
      murder mystery | class diagram | first class | yoga class | dance class | cooking class | old school |
      housewarming | greenhouse | lighthouse | rent a movie | cutting board | chess board | strategy game |
      strategy for winning | price of gold | local customs | import pandas | import statement |
      export default | trust exercises | guardian angel | eclipse | evidence of life | function argument |
      default argument | if statement | switch statement | print statement | copy the file |
      permission denied | good film | film about | which film | a good movie | baking show | talent show |
      quiz show | song by | song about | how to draw | learn to draw | sense of direction | good sense |
      staying in | stay in | play tennis | jazz | train ride | good case for | what time | what day is |
      how old is | how big is | how long does it take to | how do plants | how do birds | how do airplanes |
      speed of light | gravity | atoms | molecule | chemistry | physics | biology | geography | mountain |
      mountains | ocean | volcano | river in | island | flag of | language spoken | philosophy |
      meaning of life | stoicism | plato | socrates | einstein | newton | mozart | beethoven | beatles |
      chords | scales | melody | musical | drums | sing | singing | dance | dancing | swim | swimming |
      stretch | push-ups | protein | calories | vegan | coffee beans | tea | wine pairing | cocktail |
      pizza | salad | cheese | rice | potatoes recipe | grill | oven | slow cooker | spices | gardening |
      roses | lawn | compost | seeds indoors | water my plants | houseplant | stain out of | clean my |
      iron a shirt | fold a | tie a tie | sew | craft | crafts | lego | puzzle | scavenger hunt |
      bedtime story | lullaby | nursery rhyme | halloween | costume | easter | new year | valentine |
      date night | first date | compliment | flirt | small talk | conversation starters | icebreaker | pun |
      puns | tongue twister | palindrome | anagram | rhymes with | acrostic | sonnet | fan theory |
      superhero | marvel | star wars | harry potter | lord of the rings | anime | pokemon | zelda |
      speedrun | high score | level up | spanish verbs | vocabulary | flashcards | conjugate |
      accent practice | essay about | book report | study tips | memorize | multiplication | fractions |
      triangle | prime number | probability of | dice roll | riddles | brain teaser | time zone |
      leap year | calendar for | printer | wifi password | bluetooth | screenshot | phone battery lasts |
      zip file | keyboard | hello world | for loop | while loop | dictionary in | list comprehension |
      sql join | css grid | flexbox | center a div | regular expression | commit message | readme |
      unit tests | linked list | big-o
  `),
  fr: split(`
      bonjour | salut | coucou | merci | comment ca va | ca va | poeme | haiku | blague | devinette |
      histoire drole | conte | roman | chanson | rime | anniversaire | recette | cuisiner | cuisson |
      gateau | soupe | pain | poulet | chocolat | tarte | crepes | diner | dejeuner | menu | ingredients |
      meteo | il fait beau | il pleut | neige | pluie | soleil | capitale | planete | lune | etoiles |
      trou noir | photosynthese | dinosaure | histoire de france | qui a gagne | qui a ecrit |
      qui a invente | coupe du monde | explique moi | pourquoi le ciel | equation | theoreme | convertis |
      python | javascript | fonction | boucle | regex | git | traduis | traduction | comment dit on |
      synonyme | grammaire | orthographe | corrige | reecris | reformule | paragraphe | resume |
      dissertation | phrase avec | cinema | guitare | piano | violon | echecs | yoga | marathon |
      randonnee | plage | itineraire | pique nique | camping | musee | balcon | tomates | plantes | tricot |
      dessin | dessiner | peindre | cadeau | devoirs | mathematiques | personnage | ordinateur lent |
      ordinateur | clavier | idee de | raconte | recommande | conseille moi un | quel film | copains |
      promener | grand mere fait | hors jeu | grenouille | japonais | en java | en python | interfaces |
      heritage en | classe et | pointeur | erreur de permission | linux | conflit de fusion | commit |
      rebase | algorithme | json | monopoly | jeu de societe | jeux de societe | poker | sudoku | tennis |
      penalty | muscles | pompes | dans le roman | dans le film | dans le livre | chapitre |
      personnage principal | qui a joue | qui etait | en quelle annee | siecle | roi | reine | empereur |
      romains | antiquite | empire | revolution | moyen age | guerre mondiale | mythologie | definition |
      sens du mot | science fiction | fantastique | sur la lune | vaisseau | dragon | magicien |
      le saviez vous | oeuf | beurre | oiseau | baleine | feuilles | automne | noel | hoquet |
      liste de bagages | amusant | drole | le plus grand | le plus haut | week end | chapitre en | crapaud |
      litres | gallon | gentils | dort | canape | train part | marche avec | version d essai |
      essai gratuit | terrain de tennis | court de tennis | le cas echeant | en tout cas | partie d echecs |
      fete d anniversaire | garde son calme | garde manger | garde robe | strategie de jeu |
      strategie pour gagner | tout droit | a droite | cours de cuisine | cours de danse | code postal |
      jeu de mots | a peine | sans peine | vol d oiseau | oiseaux | loi de newton | loi de la gravite |
      film d action | film sur | bon film | contrat social | prix nobel | marche aux puces |
      marche de noel | au marche | livre de cuisine | proces de jeanne | tribunal des oiseaux |
      faire pousser | bien ecrit | chocolat chaud | journal intime | petit texte | quelle heure | quel age |
      vitesse de la lumiere | gravite | atomes | chimie | physique | biologie | geographie | montagne |
      ocean | volcan | ile | drapeau | philosophie | sens de la vie | platon | einstein | mozart |
      beethoven | accords de guitare | melodie | batterie | chanter | danser | nager | natation |
      proteines | calories | vegan | cafe | the vert | cocktail | pizza | salade | fromage | riz |
      barbecue | four | epices | jardinage | roses | pelouse | compost | arroser | tache de | nettoyer |
      repasser | noeud de cravate | coudre | bricolage | lego | puzzle | chasse au tresor | berceuse |
      comptine | halloween | costume pour | paques | nouvel an | saint valentin | rendez vous amoureux |
      compliment | anagramme | sonnet | super heros | star wars | harry potter | manga | pokemon |
      vocabulaire | conjugaison | conjuguer | expose | fiche de lecture | apprendre par coeur |
      multiplication | fractions | triangle | nombre premier | enigme | fuseau horaire | imprimante |
      bluetooth | capture d ecran | boucle for | expression reguliere | sieste | dormir | reve |
      astuce pour | gateau au
  `),
  es: split(`
      hola | buenos dias | buenas tardes | gracias | como estas | que tal | poema | haiku | chiste |
      adivinanza | cuento | novela | cancion | rima | cumpleanos | receta | cocinar | cocina muy | pastel |
      sopa | tortilla | pollo | chocolate | cena | almuerzo | desayuno | menu | ingredientes | tiempo hara |
      hace buen tiempo | lluvia | llovio | sol | capital de | planeta | planetas | luna | estrellas |
      agujero negro | fotosintesis | dinosaurio | quien gano | quien escribio | quien invento | mundial |
      explicame | por que el cielo | ecuacion | teorema | convierte | python | javascript | funcion |
      bucle | regex | git | traduce | traduccion | como se dice | sinonimo | gramatica | ortografia |
      corrige | reescribe | parrafo | resume | resumen | ensayo | oracion con | pelicula | peliculas |
      guitarra | piano | violin | ajedrez | yoga | maraton | senderismo | playa | ruta nos | itinerario |
      picnic | museo | tomates | plantas | tejer | dibujar | dibujo | pintar | regalo | juegos |
      matematicas | personaje | computadora | teclado | ideas para | ideas de | cuentame | recomiendame |
      recomiendas | fiesta | bailar | futbol | rana | japones | dormir mejor | en java | en python |
      interfaces | herencia en | clase y | puntero | permiso denegado | script | linux |
      conflicto de fusion | commit | rebase | algoritmo | json | monopoly | juego de mesa | juegos de mesa |
      poker | sudoku | tenis | penalti | musculos | flexiones | en la novela | en la pelicula |
      en el libro | capitulo | protagonista | quien actuo | quien fue | en que ano | siglo | rey | reina |
      emperador | romanos | imperio | revolucion | edad media | guerra mundial | mitologia | definicion |
      significado de | ciencia ficcion | en la luna | dragon | mago | sabias que | favorito | favorita |
      huevo | mantequilla | pajaro | pajaros | ballena | hojas | otono | navidad | hipo |
      lista de equipaje | divertido | gracioso | el mas grande | el mas alto | fin de semana | sapo |
      increible | simpaticos | duerme | lenta | llaves del coche | planetas hay | cielo | cantan | azul |
      emocionante | salsa | version de prueba | prueba gratis | en todo caso | en cualquier caso |
      por si acaso | cancha de tenis | muela del juicio | ley de newton | ley de la gravedad |
      a la derecha | mano derecha | banco de peces | banco del parque | corte del rey | premio nobel |
      mercado de pulgas | libro de cocina | clase de baile | clase de cocina | codigo postal |
      contrato social | pelicula de accion | pelicula sobre | estrategia para ganar | juicio de galileo |
      concurso de cocina | causa de la | buen tiempo | en la playa | de aventuras | campo de futbol |
      cocina muy bien | que hora | cuantos anos tiene | velocidad de la luz | gravedad | atomos | quimica |
      fisica | biologia | geografia | montana | oceano | volcan | isla | bandera | filosofia |
      sentido de la vida | platon | einstein | mozart | beethoven | acordes | melodia | bateria electrica |
      cantar | nadar | natacion | proteinas | calorias | vegano | cafe | te verde | coctel | pizza |
      ensalada | queso | arroz | parrilla | horno | especias | jardineria | rosas | cesped | composta |
      regar | mancha | limpiar | planchar | corbata | coser | manualidades | lego | rompecabezas |
      busqueda del tesoro | nana | halloween | disfraz | pascua | ano nuevo | san valentin | primera cita |
      piropo | juego de palabras | trabalenguas | anagrama | soneto | superheroe | star wars |
      harry potter | anime | pokemon | vocabulario | conjugar | verbos | exposicion sobre | memorizar |
      multiplicacion | fracciones | triangulo | numero primo | acertijo | zona horaria | impresora |
      bluetooth | captura de pantalla | bucle for | expresion regular | siesta | dormir | sueno |
      truco para | pastel de
  `),
}

function split(cues: string): readonly string[] {
  return cues.trim().split(/\s*\|\s*/)
}
