import type { FrameCues } from './frame-cues.ts'

/** Requests in Spanish that take a text, a tool or an occasion for their object, whatever words are in it. */
export const SPANISH_FRAMES: FrameCues = {
  polite: `
    puedes puede podrias podria por favor me nos ayudame a ayuda y luego entonces hola oye quiero quisiera
    necesito que
  `,
  whole: `
    acabo de leer | acabo de ver | acorta | acortar | adjunta | agranda | agrega el | agrega un |
    agrega una prueba | alinea | anade el | anade un | anade una linea | anade una prueba | arregla el bug |
    arregla el error | avisa a | avisame cuando | avisame si | bienvenida | bienvenido | buen fin de semana |
    buenas noches | buenas tardes | buenos dias | cambia el color | cambia el tono | cambia la fuente | canta |
    centra el | como acaba | como se dice | como se escribe | como se pronuncia | como termina |
    compara a hobbes | conoces | convierte este | convierte esto | convierte estos | convierte la tabla |
    copia | corregir | corrige | corrige el error | cuales fueron | cuales son las causas | cuanto mide |
    cuanto pesa | cuantos habitantes | cuantos jueces | cuantos jugadores | cuantos kilometros |
    cuenta las palabras | cuentame | dame cinco | dame tres | dame un sinonimo | deletrea | descarga | di tres |
    dibuja | dicen en las noticias | dime algo | en las noticias | en que ano | en que siglo | enhorabuena |
    enviame | estoy leyendo | estoy viendo | explica la diferencia | explicame la diferencia | felicidades |
    feliz | genera cinco | genera diez | genera nombres | genera una lista | gracias | has leido | has visto |
    hasta luego | hasta manana | hay un libro | hay un podcast | hay una pelicula | haz este | haz mas |
    haz mas grande | haz que este | haz que suene | hazlo mas | hazme este | imagina | imprime | inventa |
    lee este | lee esto | leeme | lei en | leiste | mandame | me cuentas | me encanta | me encanto | me gusto |
    me recomiendas | nombra tres | nos vemos | ordena | ordena esta | ordena estos | otra palabra para |
    para que lo sepas | pasa a limpio | pon en negrita | pon esta | pon estas | pon este | pon estos |
    pon un recordatorio | pon una alarma | ponle | ponle un nombre | ponle un titulo | ponlo en |
    por que empezo | pronuncia | que actor | que actriz | que cancion | que edad | que es un | que hora |
    que libro | que opinas | que pais | que paso en | que pelicula | que piensas | que planeta |
    que quiere decir | que serie | que significa | que significan | que tiempo | quien canta | quien descubrio |
    quien dirigio | quien era | quien escribio | quien fue | quien gano | quien invento | quien pinto |
    quien quiere | quien tiene la llave | recomienda | recomiendame | reemplaza todos | reescribe | reformula |
    renombra | repite | resume | resumeme | resumir | revisa la ortografia | sabes | se escribe |
    simplifica este | sinonimo de | subraya | suerte con | te gusta | toca una | traduce | traduceme |
    traducir | transforma este | tres argumentos | tres ideas | un sinonimo | vi en las noticias | viste
  `,
  pairs: [
    {
      first: `
        alguna idea | ayudame | ayudame con | busca | como | crea | dame | dame una idea | el abuelo | envia |
        escribe | escribeme | haz | hazme | ideas para | la abuela | manda | mi hermana | mi hija | mi hijo |
        mi vecino | necesito | prepara | propon | redacta | redactame
      `,
      second: `
        adivinanza | agradecer | agradecimiento | amable | apodo | asunto del correo | barbacoa | bienvenida |
        bonita | bonito | brindis | cancion | carinosa | carinoso | chiste | cocinar | cocino | cuento |
        cumpleanos | cumplido | deseos | despedida | dinamicas | disculpa por | discurso | enhorabuena |
        felices fiestas | felicitacion | fiesta | fuera de la oficina | graciosa | gracioso | historia para |
        invitacion | itinerario | juego para | las fiestas | las gracias | le regalamos | le regalo |
        llego tarde | me pongo para | minutos tarde | nana | orden del dia | pesame | picnic | pie de foto |
        playlist | poema | postre | quiz | receta | recordatorio | regalar | regalarle | regalo |
        romper el hielo | saludo | se casa | simpatica | simpatico | tarjeta de | una nota
      `,
    },
    {
      first: `
        agrega | anade | como | crea | escribe | explica | explicame | haz | por que
      `,
      second: `
        api | bucle | clase abstracta | commit | compilar | componente | consulta sql | desplegar | docker |
        error de tipo | funcion | github | hilo | javascript | prueba unitaria | pruebas | python |
        rama de git | regex | repositorio | script | sql | token | una prueba para | variable
      `,
    },
    {
      first: `
        a que hora | adelanta | agenda | aplaza | aplazar | cancela | cancelar | comparte | confirma |
        cuando es | donde es | envia | manda | mandar | mover | mueve | organiza | pasa | pasar | pon |
        prepara | quedamos | quien | recuerda | recuerdame | reserva | reservar | retrasa | retrasar | vamos
      `,
      second: `
        almuerzo | cafe | calendario | cena | comida de | hueco | la junta | llamada | mesa para |
        orden del dia | pastel | recordatorio | reunion | sala | taller | taxi | toma notas | videollamada
      `,
    },
    {
      first: `
        como | donde | por que | por que mi | que atajo | que fuente
      `,
      second: `
        atajo | auriculares | bateria | cable | calendario | camara web | captura de pantalla | cargador |
        carpeta de | cartucho | columna | contactos | en word | encabezado | excel | gmail | hoja de calculo |
        impresora | navegador | no carga | numeros de pagina | outlook | pantalla | pdf | pestana |
        pie de pagina | powerpoint | primera fila | proyector | slack | teclado | tipografia | zoom
      `,
    },
  ],
  scenes: `
    a un nino | actor | actriz | adorable | ajedrez | apertura contra | apertura juego | arbitro |
    argumentos a favor y en contra | balon | baloncesto | balonmano | buenisima | buenisimo | caballero |
    cancha | capitulo | catan | clase de economia | clase de historia | como un | como una | concurso del bar |
    deberes | defensa siciliana | del libro | delantero | delicioso | documental | dragon | el juego |
    emperador | episodio | equipo de bolos | error de tipo | esa serie | espada | examen de | futbol | genial |
    guerra mundial | juego de mesa | la serie | mago | maravilla | mi examen | mi exposicion |
    mi trabajo sobre | mision | monisimo | monopoly | mundial | netflix | novela | olimpiadas | para clase |
    partido | pelicula | personaje | podcast | portero | preciosa | precioso | presion alta |
    primera temporada | rey | robos de cuadros | tarea de | tarjeta roja | temporada dos | tenis |
    ultima temporada | un quiz | una serie | valio la pena | videojuego
  `,
}
