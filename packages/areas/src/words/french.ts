/** French words of what people eat, play, watch, learn, wear and feel: they lean towards small talk. */
export const FRENCH_EVERYDAY = `
  abricot | accolade | addition | adorable | adore | agneau | aigle | ail | algebre | amateur de |
  amoureux | amusant | ananas | ane | antiquite | araignee | arc en ciel | armoire | artichaut | asperge |
  assiette | athlete | atome | auberge | auteur | averse | aviron | bague | baguette | baignoire | bain |
  balade | balai | balcon | baleine | balle | banane | bande dessinee | baton | bd | bebe chat | beignet |
  belle | biche | bijou | bille | biologie | biscuit | bisou | boeuf | boisson | bonbon | bonheur |
  bord de mer | bottes | bougie | bouillon | bouquet | boxe | brioche | brouillard | brume | bug |
  cacahuete | cactus | cadre | calin | canard | canari | cannelle | carotte | carte postale | cartes |
  cerf | cerise | chambre d enfant | champignon | champion | championnat | chapeau | chapitre | charmant |
  chateau | chaussette | chemise | cheval d echecs | cheveux | chevre | chimie | chou | chouette | ciel |
  cintre | citron | citrouille | civilisation | clavier | coccinelle | cochon | coiffure | collier |
  colline | comedie | comique | commode | compilateur | compote | concert | concombre | confiture |
  conjugaison | console | continent | copain | copie double | copine | cosinus | couette | coureur |
  courgette | course | coussin | cravate | creme | crepe | crocodile | croissant | crudites | cuillere |
  cuisson | curry | curseur | cyclisme | cygne | danse | danseur | dauphin | de a six | dejeuner |
  delicieux | desert | dessin anime | detective | dictionnaire | diner | dinosaure | dormir | dribble |
  drole | eau chaude | echalote | echarpe | eclair | ecureuil | electron | elephant | emoji | empire |
  ennui | enthousiaste | entraineur | epice | epinard | episode | equateur | equitation | escapade |
  escargot | escrime | etagere | fantome | farine | fee | fenouil | feuilles mortes | fiction | fier |
  fiere | flan | fleuve | fou rire | foudre | fourchette | fourmi | fraction | fraise | framboise | frites |
  fromage | fruit | galette | gateau | gaulois | genial | gentil | geographie | geometrie | gingembre |
  girafe | github | glace | golf | gouter | grammaire | grenouille | groupe de rock | guide touristique |
  gym | haricot | herisson | heros | heureuse | heureux | hibou | histoire geo | hiver | horizon | horreur |
  html | huile d olive | huitre | humoriste | hypothese | icone | ile | intrigue | iphone | jambon |
  javascript | joie | joli | jolie | joueur | judo | jupe | jus | kangourou | karate | lac | laine |
  laitue | lampe | lapin | lardons | latin | lecon | legume | lentille | lessive | lezard | limonade |
  lion | litterature | loup | madeleine | magie | magnifique | majuscule | manette | mangue | manteau |
  maquillage | marathon | markdown | marmite | marrant | mathematiques | maths | medaille | melon | menthe |
  merguez | merveilleux | meteo | microbe | miel | mignon | miroir | moineau | monarchie | monstre |
  montagne | montre | mouette | moutarde | multiplication | mures | muscade | musee | mystere | nager |
  napoleon | nappe | natation | navet | navigateur | neige | noisette | noix | nom propre | nouilles |
  nuage | null | nutella | oie | oignon | oiseau | olive | olympique | onglet | opera | orange | orchestre |
  oreiller | ouragan | ours | oxygene | pamplemousse | panda | panier | pantalon | papillon | paragraphe |
  parfum | patate | pate a | patin | patisserie | paysage | pdf | peche melba | peluche | penalty |
  perroquet | persil | petit dejeuner | peur du noir | physique | pie | piece de theatre | pigeon | piment |
  pinceau | pingouin | pion | piscine | pixel | plage | plaisir | pluie | poesie | poete | poire | poireau |
  poivre | poivron | polar | pomme | poney | poule | poulet | powerpoint | princesse | printemps | prof |
  pronom | prune | pudding | pull | pyjama | pyramide | python | quete | quiche | raccourci | radis |
  raisin | randonnee | rappeur | raquette | ravi | realisateur | reine | renard | requin | revision | ri |
  rideau | rigolo | rime | rire | riz | robe | robot | romancier | romarin | ronfle | rosbif | rose |
  rugby | sable | sac a dos | salade | salee | sandale | sandwich | sauce | saucisse | saumon | savon |
  sculpture | sejour a | serpent | serviette | shampoing | siecle | sieste | singe | sirop | ski | skier |
  soleil | sommeil | sorbet | sorcier | soupe | sourire | souvenir | spectacle | sql | stade | steak |
  sucre | super | super heros | superbe | surf | syllabe | sympa | systeme solaire | tableau de maitre |
  tablier | tapis | tartine | tasse | tente | theatre | theoreme | thon | thriller | thym | tigre | timide |
  tisane | tomate | tonnerre | tortue | tournage amateur | tournoi | tranquille | tricot | trophee |
  tulipe | typescript | usb | vague | vaisselle | vanille | variable | vase | veau | vedette | verbe |
  veste | viande | vinaigre | virgule | visiter | vol de nuit | voleur rend | voyager | voyelle | week end |
  wifi | yaourt | youtube
`

/** What people say in French when they want something made, explained or chatted about: folded words and phrases. */
export const FRENCH_IDLE_CUES = `
  mail a mon patron | mail a mon chef | message a mon patron | mes vacances |
  a bientot | a la plage | a raconter | abdos | accord mets | acteur qui | adjectif | adverbe | aire du |
  alexandrin | algorithme | alice au pays | alphabet | amusant | amuse moi | anagramme | angle |
  anniversaire | antiquite | antonyme | aperitif | apero | apprendre par coeur | aquarelle | arroser |
  astuce pour | atome | atomes | au four | au frigo | au jardin | au marche | aubergine | automne |
  auxiliaire | badminton | baleine | bande originale | barbecue | bash | basket | beethoven | belote |
  berceuse | beurre | bien ecrit | biologie | bisous | bivouac | blague | bluetooth | bon film | bon livre |
  bonne chance | bonne nuit | boss final | boucle | bowling | bravo | bricolage | brochettes |
  c est parfait | c est top | ca va | cadeau de noel | cadeau pour | calembour | calligraphie | calories |
  camus | canicule | capitale | capture d ecran | carnaval | carte de voeux | casserole | ce mot |
  ce poeme | cellules | cercle | champignons | chanson de | chanson pour | chanter | chapitre en | charade |
  chargeur | chasse au tresor | chaton | chevalier | chocolat chaud | chorale | classe abstraite | clavier |
  cocktail | code postal | coiffure | coller le plastique | coloriage | comme a un eleve |
  comment cuisiner | comment dit on | commentaire de texte | commit | compilation | compile |
  complement d objet | compliment | compost | comptine | confiture | conflit de fusion | congeler |
  conjugaison | conjugue | conjuguer | conseille moi un | conte | contrat social | convertis | corrige |
  costume pour | coudre | coupe de cheveux | coupe du monde | courgettes | cours de cuisine |
  cours de danse | course a pied | couture | crapaud | creme fraiche | crepes | crochet | css | cuire |
  cuisiner des | dans la bd | dans la serie | dans le film | dans le jeu | dans le livre | dans le roman |
  dans quel ordre regarder | decoration | definition | deguisement | dejeuner | derivee | dernier boss |
  descartes | dessert | dessiner | devinette | devise latine | devoir de maths | devoirs | dictee |
  diner de ce soir | dinosaure | dis moi une | discours de mariage | dissertation | docker | donjon |
  dormir mieux | dort | dragon | drapeau | dresser mon chien | drole | echauffement | echecs | eclipse |
  ecran noir | ecris moi | ecris un | ecris une | eduquer mon chien | einstein | elden ring | electron |
  eleve de | empereur | empire romain | en deux lignes | en plus court | en quelle annee | en tout cas |
  en trois phrases | enigme | epices | equation | equipe d impro | erreur de permission | escalade |
  essai gratuit | etirements | etoile | etoiles | etymologie | explique moi | expose |
  expression reguliere | extraterrestre | faire part | faire pousser | fantastique | fantome | farine |
  fee | felicitations | feminin de | fera t il | fete des meres | feuilles jaunes | fiche de lecture |
  film a | film d action | film sur | fonction qui | fond d ecran | fondue | formule excel | fortnite |
  fraction | fractions | fromage rape | fuseau horaire | fusionner deux branches | gainage | galaxie |
  gallon | garde manger | garde robe | garde son calme | gateau au | gaufres | genial | geographie | git |
  glacage | grammaire | grand mere fait | gratin | gravite | grenouille | guacamole | guerre mondiale |
  guitare | haha | haiku | halloween | hamster | harry potter | hate de | heros de | histoire de france |
  histoire de pirate | histoire du soir | histoire pour | hoquet | horoscope | hors jeu | html | idee de |
  il fait beau | il pleut | ile | imprimante | ingredients | integrale | interfaces | intrigue | japonais |
  jardinage | jardiner | java | javascript | je m ennuie | jeanne d arc | jeu de cartes | jeu de mots |
  jeu de societe | jeu video | jeux de societe | jeux olympiques | jeux pour | jouer le soir |
  journal intime | json | kafka | la reine | le cas echeant | le plus grand | le plus haut | le roi |
  le saviez vous | lego | lentilles | les films | les miserables | levain | levure | libreoffice | linux |
  liste de bagages | litres | livre a lire | livre de cuisine | logiciel de montage | loi de newton |
  louis xiv | lune | magicien | majuscule | mal de gorge | manga | marathon | marche aux puces |
  marche de noel | maree | mario | mathematiques | mayonnaise | mayonnaise ratee | mdr | meditation |
  melodie | menu de noel | menu pour dimanche | mes plantes | metaphore | meteo | miaule | mieux dormir |
  minecraft | minuscule | mitochondrie | molecule | moliere | mon chat | mon code | mon gateau |
  mon ordinateur | monopoly | montage video | montagne | mots croises | mots fleches | mousse au chocolat |
  moyen age | mozart | multiplication | muscles | musculation | mythologie | nager | napoleon |
  ne charge plus | neige | niveau suivant | noeud de cravate | nom commun | nom pour mon |
  nombre au hasard | nombre premier | note de musique | nous reveille | nouvel an | nouvelle litteraire |
  numero masque | ocean | oeuf | oeufs | oiseau | oiseaux | omelette | orage | orchidee | ordinateur lent |
  origami | origine de l expression | orthographe | pain maison | paragraphe | paraphrase | parapluie |
  participe | partition | pate | pates | patinage | patron de couture | peindre | pelouse | penalty |
  percer un mur | perimetre | perroquet et | personnage | petanque | petit texte | pharaon | philosophe |
  philosophie | photoshop | photosynthese | phrase avec | piano | pilates | pile ou face | ping pong |
  pique nique | pizza | plage la plus | planete | planetes | planter des | plantes d interieur | platon |
  playlist | pleuvoir | plongeon | pluie | pluriel de | plus long fleuve | poele | poeme | pointeur |
  poireaux | pois chiches | poisson rouge | pokemon | pompes | population de | potager | poulet roti |
  pour ce soir | pourquoi le ciel | premier livre | prenom pour | princesse | prix nobel | probabilite |
  proces de jeanne | prof de | promenade en | promener | prononcer | prononciation | proteines | proust |
  proverbe | pucerons | puree | puzzle | pythagore | python | que faire a | que mettre dans | que visiter |
  quel age | quel film | quel temps | quelle chance | quelle heure | quelle robe | quels films | quete |
  qui a ecrit | qui a gagne | qui a invente | qui a joue | qui a peint | qui es tu | qui etait | quiche |
  quiz sur | racine carree | raclette | raconte moi | randonnee | rappeler un numero | raquette |
  ratatouille | rattraper ma creme | realisateur du film | rebase | recette | recoller | recursivite |
  reecris | reformule | regex | rendez vous amoureux | repas de noel | repasser | resous | retouche photo |
  revolution | rideaux | rime | rimes | riz au lait | roi et dame | romains | rome antique | roses |
  rosiers | sac a dos | saga | saint valentin | salade de | science fiction | score au bowling | scrabble |
  semis | sens de la vie | sens du mot | serie a regarder | shakespeare | siecle | sieste |
  signe astrologique | slam | smoothie | snowboard | soleil | solfege | sonnet | sorciere | soupe a |
  soupe de | sql | squats | star wars | strategie de jeu | strategie pour gagner | sudoku |
  sujet de la phrase | super heros | synonyme | tache de | tailler | tarte | telephone ne charge |
  temps de cuisson | temps fera | tennis | tenue | thales | the vert | theoreme | tisane | tomates |
  topinambours | tour de france | traduction | traduis | triangle | tricot | tricoter | trois exemples |
  trop bien | trou noir | typescript | un bon guacamole | undefined | une chanson | vaisseau | valise pour |
  vampire | vegan | verlan | vernis | version d essai | victor hugo | vin rouge avec | vinaigrette |
  violon | virelangue | virgule | visiter a | vitamines | vitesse de la lumiere | vocabulaire | volcan |
  volley | volume d un | week end a | wifi | yoga | zelda | zola
`
