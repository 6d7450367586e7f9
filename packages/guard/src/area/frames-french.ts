import type { FrameCues } from './frame-cues.ts'

/** Requests in French that take a text, a tool or an occasion for their object, whatever words are in it. */
export const FRENCH_FRAMES: FrameCues = {
  polite: `
    peux tu pouvez vous pourrais pourriez s il te plait stp svp merci de aide moi a aidez nous pour bonjour
    salut et puis alors ensuite je voudrais veux j aimerais est ce que
  `,
  whole: `
    a bientot | a demain | agrandis | ajoute la | ajoute le | ajoute un test | ajoute une ligne |
    ajoute une nouvelle | aligne | ameliore le style | as tu lu | as tu vu | aux infos | bienvenue |
    bon week end | bonne annee | bonne chance | bonne journee | bonne nuit | bonne soiree | bravo | c est quoi |
    ca veut dire quoi | centre le | change la couleur | change la police | change le ton | chante | cite trois |
    classe ces | combien d habitants | combien de joueurs | combien de juges | combien de kilometres |
    combien mesure | combien pese | comment dit on | comment ecrit on | comment finit | comment on dit |
    comment on ecrit | comment s ecrit | comment se prononce | comment se termine | compare hobbes |
    compte le nombre | compte les mots | connais tu | conseille moi | copie ce | corrige | corrige l erreur |
    corrige le bug | corriger | corrigez | dessine | developpe ce | dis moi quand | dis moi quelque chose |
    dis moi une | donne moi cinq | donne moi trois | donne trois | en quelle annee | envoie moi | epelle |
    explique la difference | expliquer la difference | faut il ecrire | felicitations | genere cinq |
    genere des | genere dix | genere une liste | imprime | invente | j adore | j ai adore | j ai bien aime |
    j ai lu dans | j ai vu a la tele | j ai vu aux infos | j aime | je lis | je viens de lire |
    je viens de regarder | joins le | joue un | joyeux | lis ce | lis moi | merci | mets ce | mets ces |
    mets cette | mets en gras | mets le texte | mets un rappel | mettre ce | mettre en gras | on ecrit |
    on se retrouve | on se voit | pour info | pourquoi la guerre | previens les | previens moi | prononce |
    propose un nom | propose un prenom | quand a t on | quand est mort | quand est ne | que penses tu |
    que s est il passe | que signifie | que veut dire | quel acteur | quel age | quel film | quel livre |
    quel pays | quel temps | quelle actrice | quelle chanson | quelle heure | quelle planete | quelle serie |
    quelles furent | quelles sont les causes | qui a decouvert | qui a ecrit | qui a gagne | qui a invente |
    qui a joue | qui a la cle | qui a peint | qui a realise | qui chante | qui etait | qui joue | qui veut |
    raccourcir | raccourcis | raconte | raconte moi | range ces | redis | reduis la taille | reecrire |
    reecris | reformule | reformuler | relis | remets au propre | remets ces | remplace chaque | remplace tous |
    rends ce | rends cette | renomme | repete | resume | resumer | resumez | sais tu | simplifie ce |
    simplifie cette | souligne | telecharge | traduire | traduis | traduisez | transforme ce | transforme ces |
    transforme cette | transforme le tableau | trie ces | trie cette | trois arguments | trois idees |
    trouve un nom | trouve un titre | tu aimes | tu as lu | tu as vu | tu connais | tu me conseilles |
    tu penses quoi | tu peux me refaire | tu sais | un autre mot pour | un film | un livre | un podcast |
    un synonyme
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
        bonnes fetes | brise glace | cadeau | cartable | carte de voeux | chaleureuse | chaleureux | chanson |
        compliment | condoleances | conte | cuisiner | devinette | discours | drole | en retard | excuse pour |
        felicitation | formule de fin | formule de politesse | gentil | gentille | histoire | invitation |
        itineraire | je cuisine | jeu de | jeu pour | joli | jolie | legende pour | lui offrir | mariage de ma |
        me marie | message d absence | mot doux | objet du mail | offrir | ordre du jour | petit mot |
        pique nique | playlist | poeme | poli | poliment | porter a | pot de depart | preparer a manger | quiz |
        rappel | remerciement | remercier | se marie | surnom | sympa | un mot | voeux
      `,
    },
    {
      first: `
        ajoute | comment | cree | ecris | ecris moi | explique | explique moi | fais | pourquoi | renomme
      `,
      second: `
        api | base de demo | boucle | branche git | classe abstraite | commit | compiler | composant |
        deployer | depot git | docker | erreur de type | fonction | github | javascript | jeton | parseur |
        python | regex | requete sql | script | semaphore | sql | tableau en javascript | test unitaire |
        tests | thread | un test | variable
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
    a un enfant | acteur | actrice | adorable | arbitre | arguments pour et contre | au jeu | ballon | basket |
    buteur | carton rouge | catan | chevalier | comme si j avais | comme un | comme une | coupe du monde |
    cours d eco | cours d histoire | defense francaise | defense sicilienne | delicieux | derniere saison |
    devoirs | dissertation | documentaire | dragon | du livre | echecs | empereur | en histoire | epee |
    episode | equipe de bowling | erreur de type | expose | film | foot | football | gardien de but | genial |
    geniale | guerre mondiale | handball | jeu de societe | jeu video | jeux olympiques | la serie | le jeu |
    magnifique | match | mission | mon controle | mon examen | mon village dans | monopoly | netflix |
    ouverture contre | ouverture jouer | peine de mort | personnage | podcast | pour l ecole | pour le cours |
    pour mon cours | premiere saison | pressing haut | prochaine saison | quiz du bar | roi | roman |
    saison deux | saison trois | serie policiere | sorcier | spoil | superbe | tennis | trop mignon | un quiz |
    une serie | vols de tableaux
  `,
}
