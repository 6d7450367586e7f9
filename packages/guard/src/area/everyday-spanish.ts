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
