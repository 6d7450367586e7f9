/** Spanish words of what people eat, play, watch, learn, wear and feel: they lean towards small talk. */
export const SPANISH_EVERYDAY = `
  abeja | abrazo | abrigo | aburrido | acampar | aceite de oliva | adjetivo | aguacate | aguila | ajedrez |
  ajo | albaricoque | albergue | albondiga | alegre | alegria | alfabeto | alfombra | algebra | almohada |
  almuerzo | anillo | arana | arcoiris | ardilla | arena | arepa | armario | arroz | atajo | atleta |
  atomo | atun | avena | aventura | azucar | bacalao | baile | balcon | ballena | balon | banera | bate |
  berenjena | beso | biologia | bocadillo | bollo | bolso | bonita | bonito | botas | boxeo | brisa |
  brocoli | bruja | bufanda | bug | buho | burro | caballo | cabra | cacahuate | cacahuete | cactus |
  calabaza | calcetin | caldo | camaron | camisa | campeon | campeonato | canario | canasta | cancha |
  canela | capitulo | caracol | caramelo | caricatura | carino | castillo | cebolla | cebra | celula |
  cena | cereza | ceviche | champinon | chaqueta | chorizo | churro | ciclismo | ciclista | cielo | ciervo |
  ciruela | cisne | civilizacion | clase de historia | cobija | cocinar | coco | cocodrilo | cojin |
  colina | collar | comando | comedia | comic | concierto | conejo | conjugacion | consola | contento |
  continente | corbata | cordero | cortina | crema | croqueta | cuchara | cuento | cuna | cuqui | cursor |
  delantero | delfin | delicioso | deporte | desayuno | desierto | detective | dibujo animado |
  diccionario | dinosaurio | director de cine | divertido | drama | ducha | dulce | durazno | ecuacion |
  ejercicio | electron | elefante | emocionado | emoji | empanada | emperador | enamorado | encantador |
  encanto | ensalada | entrenador | episodio | equitacion | escena | esclavitud en | escoba | escultura |
  esgrima | espagueti | espejo | espinaca | esqui | estadio | estante | estreno | excursion | fabuloso |
  falda | fantasma | feliz | ficcion | ficha de domino | fideo | final de copa | flan | flor | foca |
  fondue | fraccion | frambuesa | fresa | frijol | fruta | gafas | galleta | gambas | ganso | garbanzo |
  gato | gazpacho | genial | geografia | geometria | girafa | github | gol | golf | gorra | gracioso |
  gramatica | guapa | guapisima | guapo | guisante | hada | hambre | hamburguesa | harina | helado |
  hermosa | hermoso | heroe | hipotesis | historia universal | hormiga | hostal barato | html | huevo |
  humorista | icono | imperio | increible | invierno | iphone | isla | itinerario | jabon | jamon | jarron |
  javascript | jengibre | jirafa | jugador | jugar | jugo | karate | lagartija | lago | lana | langosta |
  latin | lavadora limpia | lechuga | lectura | lenteja | leon | limon | lindo | literatura | llovio |
  lluvia | lobo | loro | maceta | magia | maleta de mano | mancha | mango | mantequilla | manzana | mapa |
  maquillaje | maraton | maravilloso | mariposa | mariquita | markdown | matematicas | mayonesa | medalla |
  melocoton | melon | merienda | mermelada | misterio | mitologia | mochila | molecula | monarquia | mono |
  monstruo | montana | mora | mosca | mostaza | multiplicar | museo | naranja | nata | natacion |
  navegador | nervioso | niebla | nieve | novela | nuez | null | obra de teatro | ola | olimpico | opera |
  oracion | oregano | orgulloso | orquesta | oso | otono | oxigeno | paella | paisaje | pajaro | paloma |
  pantalon | paraguas | parrafo | paseo | pasta | pastel | patata | patinar | patines | pato | pavo | pdf |
  peinado | pelicula | pelo | pelota | peluche | pepino | pera | perejil | perfume | personaje | pestana |
  pez | pienso | pijama | pimienta | pimiento | pina | pinguino | piscina | pixel | pizza | planeta |
  platano | playa | poesia | poeta | pollito | pollo | porteria | postal | postre | powerpoint | preciosa |
  precioso | primavera | princesa | profe | programa en | pronombre | pulpo | pulsera | python | queso |
  rabano | rana | rapero | raqueta | raton | rayo | recuerdo | refresco | reimos | reina | reir | reloj |
  rey | rieron | rima | risa | robot | romano | romero | ronca | ropa de | rosa | rugby | sabana | saga |
  sal | salada | salado | salchicha | salmon | salsa | sandalia | sandia | sarten | script | selfie |
  senderismo | serpiente | siesta | siglo | silaba | sillon | simpatico | sistema solar | sol | sombrero |
  sonrisa | sopa | sql | sueno | suerte | sueter | surf | suspenso | taco | tarta | taza | teatro |
  teclado | telenovela | tenedor | tenis | teorema | ternera | terror | tiburon | tigre | tijeras | timido |
  tiro libre | toalla | tomate | torneo | tortilla | tortuga | trama | tranquilo | trofeo | trueno | usb |
  uva | vainilla | variable | verano | verbo | verdura | vestido | viajar | videojuego | villano | vinagre |
  visitar | vocabulario | vocal | volcan | voleibol | wifi | yogur | youtube | zanahoria | zorro | zumo
`

/** What people say in Spanish when they want something made, explained or chatted about: folded words and phrases. */
export const SPANISH_IDLE_CUES = `
  correo a mi jefe | mensaje a mi jefe |
  2x | a la derecha | abdominales | abecedario | acampar | acento en | acertijo | acordes de | actor de |
  acuarela | adivinanza | adjetivo | adjetivos | adverbio | agujero negro | ajedrez | ajo | al correr |
  al horno | alcachofas | algoritmo | anagrama | angulo | anime | ano nuevo | antivirus | antonimo |
  apuntes | area del | arroz con | arroz pasado | asado | atomo | atomos | aztecas | badminton | bailar |
  ballena | baloncesto | balonmano | banco de peces | banco del parque | banda sonora | bandera de |
  baraja | bash | basquetbol | bateria del movil | bateria electrica | bateria musical | beethoven |
  berenjena | besos | bicicleta ruta | biologia | bizcocho | bluetooth | boliche | borges | brindis |
  bruja | bucle | buen tiempo | buenas noches | busqueda del tesoro | caballero | calabacin |
  calentamiento | calorias | cancion de | canciones tranquilas | cantan | cantar | capital de |
  capitulo de la | captura de pantalla | cara o cruz | cargador | cargar el celular | cargo el movil |
  carne asada | carrera de 10 | causa de la | cebolla | celdas | cena de navidad | cena para | cervantes |
  cesped | champinones | chiste | chistes | ciclismo | ciencia ficcion | circulo | citoplasma |
  clase abstracta | clase de baile | clase de cocina | clases de baile | cocina muy bien | cocinar un |
  cocino | coctel | codigo postal | commit | como cocinar | como estas | como las limpio | como limpiar |
  como limpio | como se dice | como se escribe | compilar | compost | composta | computadora |
  con las plantas | concordancia | concurso de cocina | conflicto de fusion | conjuga | conjugacion |
  conjugar | contrato social | convierte | corbata | coro | corrige | corte de pelo | corte del rey |
  cortinas | coser | crucigrama | css | cuanto mide | cuantos anos tiene | cuantos habitantes | cuentame |
  cuento de | cuento para | cumpleanos | dame ideas | dame tres | de aventuras | de las fresas |
  decoracion | decorar | definicion | derivada | dia de la madre | dibujar | dicho popular | dictado |
  dinosaurio | discurso de boda | disfraz | div | divertido | docker | dolor de garganta | domino |
  dormir mejor | dragon | eclipse | ecuacion | edad media | editor de video | einstein | ejercicios de |
  el corte ingles | el partido de | el rey | electron | emocionante | en c | en cualquier caso |
  en el comic | en el jardin | en el juego | en el libro | en la luna | en la novela | en la pelicula |
  en la playa con | en la serie | en latin | en portugues | en que ano | en todo caso | enchiladas |
  enhorabuena | ensalada de | ensayo | ensenar a mi perro | enseno a no | equipo de trivia | eres un sol |
  erizo | esa expresion | escalada | escalera de color | escribe un | escribe una | escribeme | esta azul |
  estanteria | estiramientos | estoy aburrido | estrategia para ganar | estrella | estrellas | estrofa |
  estrofas | etimologia | evolucion | excursion | explicame | exposicion sobre | expresion regular |
  extraterrestre | fantasma | favorita | favorito | felicidades | ficha de lectura | filosofia | filosofo |
  fisica | flan | fondo de pantalla | formula de excel | fortnite | fotosintesis | fraccion | fracciones |
  freir | frijoles | frito | fuera de juego | funcion que | futbol | galaxia | galileo | galletas |
  ganchillo | garbanzos | garcia marquez | gatito juega | genial | geografia | git | gladiadores |
  google sheets | gracioso | gramatica | gravedad | guacamole | guerra civil espanola | guerra mundial |
  guiso | guitarra | hada | haiku | halloween | hamster | harry potter | haz una tabla | herrero | hervir |
  hipo | hojas amarillas | horoscopo | html | huerto | huevo | huevos | idea de regalo | ideas de regalo |
  ideas para el | ideas para la fiesta | ideas para un | imperio romano | impresora | increible | infusion |
  integral de | interfaces | itinerario | jaimito | jaja | jajaja | japones | jaque | jardineria | java |
  javascript | jefe final | json | juego de cartas | juego de mesa | juego de palabras | juego para |
  juegos de | juegos para ninos | juez de linea | jugadores hay | juicio de galileo | le enseno | lego |
  lentejas | letra de la cancion | levadura | ley de newton | libro de cocina | libro para leer |
  libro recomiendas | licuado | limpiar la | limpio una | linux | lista de canciones | lista de equipaje |
  lista enlazada | llaves del coche | llover | lluvia | lorca | luz del sol | magdalenas | mago |
  mancha de vino | mano derecha | manualidades | maraton | mareas | mario | mas corto | masa madre |
  matematicas | mayas | mayonesa | mayuscula | me aburro | me lo puedes poner | meditacion | melodia |
  membrana | memorizar | menu del domingo | menu para | mercado de pulgas | mermelada | metafora |
  mi codigo | mi perro se | mi planta | miguel angel | minecraft | mis plantas | mision secundaria |
  mitologia | mitosis | mochila | mole | molecula | monopoly | montana mas alta | mozart |
  muela del juicio | multiplicacion | musculos | muy azul | nadar | nana | neruda | nieve | nombre para mi |
  nos vemos | nucleo | numero al azar | numero primo | olimpiadas | oracion | origami | orquidea |
  ortografia | otono | paella | pajaro | pajaros | pan de muerto | pantalla negra | papas | para la cena |
  parafrasea | paraguas | parchis | parrafo | partido de ayer | partitura | pascua | pastel de | patatas |
  pegar el plastico | peinado | pelicula de | pelicula sobre | peliculas de | penalti | perimetro |
  permiso denegado | perro se come | perros y gatos | personaje | pesas | pez | photoshop | piano | picnic |
  pilates | ping pong | piropo | piscina olimpica | pista de tierra | pitagoras | pizza | planchar |
  planeta | planetas | plantas de interior | platon | playlist | poblacion de | podar | poema | pokemon |
  pollo al | ponme cinco | por kilometro | por que el cielo | por que y porque | postre | premio nobel |
  preterito | primera cita | princesa | probabilidad de que | pronunciacion | pronunciar | protagonista |
  proteinas | prueba gratis | pulgones | pulpo | puntero | puntuacion | puzle | python | que bien |
  que chulo | que hacer en | que hora | que lindo | que me pongo | que padre | que pelicula | que tal |
  que tiempo | que ver en | que visitar | queso fresco | quien actuo | quien descubrio | quien eres |
  quien escribio | quien fue | quien gano | quien invento | quien pinto | quijote | quimica |
  quitar manchas | raiz cuadrada | rana | raqueta | rebase | receta | recomiendame | recursividad |
  redaccion sobre | reescribe | reformula | refran | regalo para | regar | regex | reina | resuelve |
  resume | revolucion | reyes magos | rima | rimas | rio mas largo | romanos | rompecabezas | rosal |
  rosas | ruta de un dia | ruta nos | sabias que | saga | san valentin | sapo | sarten | script |
  se conjuga | se esta secando | seneca | sentadillas | sentido de la vida | serie para ver | shakespeare |
  siesta | significado de | signo zodiacal | simpaticos | sinonimo | sobras | soneto | sopa de | sql |
  star wars | subjuntivo | sudoku | suerte | sujeto y verbo | superheroe | sustantivo | tacos | tamales |
  tapas | tarjeta de felicitacion | tarta | te verde | teclado | tejer | tenis | teorema | tiempo hara |
  tierra batida | tilde | tomates | trabalenguas | traduccion | traduce | traducir al | trama | triangulo |
  truco para | trucos del juego | typescript | un abrazo | una cancion | una pelicula | vampiro | vegano |
  velocidad de la luz | verbos | version de prueba | verso | versos | videojuego | vino tinto | violin |
  vitaminas | vocabulario | volcan | voleibol | volumen de un | wifi | yema | yoga | zelda | zona horaria
`
