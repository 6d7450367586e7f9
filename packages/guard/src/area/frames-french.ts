import type { FrameCues } from './task-frames.ts'

/** Requests in French that take a text, a tool or an occasion for their object, whatever words are in it. */
export const FRENCH_FRAMES: FrameCues = {
  polite: `
    peux tu pouvez vous pourrais pourriez s il te plait stp svp merci de aide moi a aidez nous pour bonjour
    salut et puis alors ensuite je voudrais veux j aimerais est ce que
  `,
  whole: `
    a bientot | a demain | ajoute un test | ajoute une ligne | ameliore le style | as tu lu | as tu vu |
    aux infos | bon week end | bonne annee | bonne journee | bonne nuit | bonne soiree | bravo | c est quoi |
    ca veut dire quoi | change le ton | chante | cite trois | classe ces | combien d habitants |
    combien de joueurs | combien de juges | combien de kilometres | combien mesure | combien pese |
    comment dit on | comment ecrit on | comment on dit | comment on ecrit | comment s ecrit |
    comment se prononce | compte le nombre | compte les mots | connais tu | conseille moi | copie ce | corrige |
    corriger | corrigez | dessine | developpe ce | dis moi quelque chose | dis moi une | donne trois |
    en quelle annee | epelle | felicitations | invente | j adore | j ai adore | j ai bien aime | j ai lu dans |
    j ai vu a la tele | j ai vu aux infos | j aime | je lis | je viens de lire | je viens de regarder | joyeux |
    lis ce | lis moi | merci | mets ce | mets ces | mets cette | mets le texte | mettre ce | mettre en gras |
    on se retrouve | on se voit | prononce | propose un nom | propose un prenom | quand a t on |
    quand est mort | quand est ne | que penses tu | que signifie | que veut dire | quel acteur | quel age |
    quel film | quel livre | quel pays | quel temps | quelle actrice | quelle chanson | quelle heure |
    quelle planete | quelle serie | qui a decouvert | qui a ecrit | qui a gagne | qui a invente | qui a joue |
    qui a peint | qui a realise | qui chante | qui etait | qui joue | raccourcir | raccourcis | raconte |
    raconte moi | range ces | redis | reecrire | reecris | reformule | reformuler | relis | rends ce |
    rends cette | renomme | repete | resume | resumer | resumez | sais tu | simplifie ce | simplifie cette |
    traduire | traduis | traduisez | transforme ce | transforme ces | transforme cette | trie ces | trie cette |
    trouve un nom | trouve un titre | tu aimes | tu as lu | tu as vu | tu connais | tu me conseilles |
    tu penses quoi | tu peux me refaire | tu sais | un autre mot pour | un synonyme
  `,
  pairs: [
    {
      first: `
        aide moi | aide moi pour | comment | compose | cree | des idees | donne | donne moi | ecris |
        ecris moi | envoie | fais | fais moi | il me faut | j ai besoin | ma soeur | mon frere | prepare |
        propose | propose moi | qu est ce que | quel | quelle | redige | redige moi | trouve | trouve moi |
        un petit | une idee | une idee de
      `,
      second: `
        absence du bureau | accueillir | anniversaire | au revoir | barbecue | berceuse | bienvenue | blague |
        brise glace | cadeau | cartable | carte de voeux | chanson | conte | cuisiner | devinette | discours |
        en retard | excuse pour | felicitation | histoire | invitation | itineraire | je cuisine | jeu de |
        jeu pour | legende pour | lui offrir | mariage de ma | me marie | message d absence | objet du mail |
        offrir | petit mot | pique nique | playlist | poeme | poliment | porter a | pot de depart |
        preparer a manger | quiz | rappel | remerciement | remercier | se marie | surnom
      `,
    },
    {
      first: `
        ajoute | comment | cree | ecris | ecris moi | explique | explique moi | fais | pourquoi | renomme
      `,
      second: `
        api | boucle | branche git | classe abstraite | commit | composant | depot git | docker | fonction |
        github | javascript | jeton | parseur | python | regex | requete sql | script | semaphore | sql |
        tableau en javascript | test unitaire | thread | un test | variable
      `,
    },
    {
      first: `
        a quelle heure | annule | annuler | avance | confirme | decale | decaler | deplace | deplacer | envoie |
        envoyer | est ce qu on | mets | organise | partage | rappelle | reporte | reporter | repousse |
        repousser | reserve | reserver | tu peux
      `,
      second: `
        agenda | appel | atelier | cafe | calendrier | cantine | creneau | dejeuner | diner | gateau | l appel |
        ordre du jour | pot | prend les notes | rappel | reunion | salle | seminaire | table pour | taxi |
        visio
      `,
    },
    {
      first: `
        comment | pourquoi | pourquoi ma | pourquoi mon | prepare | quel raccourci | quelle police
      `,
      second: `
        agenda | batterie | cable | calendrier | capture d ecran | cartouche | casque | chargeur | clavier |
        colonne | contacts | dans word | dossier dans | ecran | en tete | gmail | imprimante | navigateur |
        ne charge | numeros de page | onglet | ordre du jour | outlook | pdf | pied de page |
        police de caracteres | powerpoint | premiere ligne | publipostage | raccourci | slack | tableur |
        videoprojecteur | webcam | zoom
      `,
    },
  ],
  scenes: `
    a un enfant | acteur | actrice | arbitre | au jeu | ballon | basket | buteur | carton rouge | catan |
    comme si j avais | coupe du monde | defense francaise | defense sicilienne | derniere saison | devoirs |
    dissertation | documentaire | du livre | echecs | empereur | en histoire | episode | expose | film | foot |
    football | gardien de but | guerre mondiale | handball | jeu de societe | jeu video | jeux olympiques |
    la serie | le jeu | match | mission | mon controle | mon examen | monopoly | netflix | ouverture contre |
    ouverture jouer | peine de mort | personnage | podcast | pour l ecole | pour le cours | premiere saison |
    prochaine saison | roi | roman | saison deux | saison trois | serie policiere | tennis | une serie
  `,
}
