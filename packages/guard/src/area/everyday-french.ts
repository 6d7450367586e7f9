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
