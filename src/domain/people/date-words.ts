/**
 * Words before a year in passwords: seasons, months, and large cities and those of football clubs. In lower case,
 * without diacritics and spaces, in the languages of the pages and their neighbors.
 */
const seasons = `spring summer autumn fall winter fruhling fruehling fruhjahr fruehjahr sommer herbst primavera verano
  otono invierno printemps ete automne hiver estate autunno inverno verao outono lente zomer herfst var host lato jesien
  zima wiosna leto osen vesna`;

const months = `january february march april may june july august september october november december januar jaenner
  janner februar marz maerz mai juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre
  octubre noviembre diciembre janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre gennaio
  febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro fevereiro marco maio junho julho setembro
  outubro novembro dezembro januari februari maart mei augustus styczen luty marzec kwiecien maj czerwiec lipiec
  sierpien wrzesien pazdziernik listopad grudzien`;

const cities = `
  aachen aarhus aberdeen abidjan abudhabi abuja accra adana addisababa adelaide agra ahmedabad albuquerque aleppo
  alexandria algiers alicante almaty amman amsterdam anaheim anchorage ankara antalya antwerp antwerpen aracaju
  arlington asuncion athen athens athina atlanta auckland augsburg augusta aurora austin baghdad bakersfield baku
  baltimore bamako bandung bangalore bangkok barcelona bari barranquilla basel basra batonrouge beijing beirut belem
  belfast belgrad belgrade belohorizonte bengaluru benghazi bergamo bergen berlin bern bhopal bielefeld bilbao
  birmingham bochum bogota boise bologna bombay bonn bordeaux boston bradford braga brasilia bratislava braunschweig
  bremen brescia brest brighton brisbane bristol brno brooklyn brugge brussel brussels bruxelles bucharest bucuresti
  budapest buenosaires buffalo burgos bursa busan bydgoszcz cadiz cagliari cairo calcutta calgary cali cambridge
  campinas canberra cancun capetown caracas cardiff cartagena casablanca catania chandigarh changsha charleroi
  charlotte chelyabinsk chemnitz chengdu chennai chicago chisinau chittagong chongqing christchurch cincinnati
  cleveland coimbatore coimbra cologne colombo columbus conakry copenhagen cordoba cork coventry cracow curitiba
  dakar dalian dallas damascus danang dayton debrecen delhi denver derby detroit dhaka dijon dnipro doha donetsk
  dongguan dortmund douala dresden dubai dublin duisburg dundee durban dusseldorf duesseldorf edinburgh edmonton
  eindhoven elpaso erfurt essen everett faisalabad faro ferrara fez firenze florence florenz florianopolis fortaleza
  fortworth foshan frankfurt freiburg fresno fukuoka funchal galway gaziantep gdansk gdynia geelong gelsenkirchen
  geneva geneve genf genoa genova gent ghent gibraltar gijon giza glasgow goiania goteborg gothenburg granada graz
  grenoble groningen guadalajara guangzhou guatemala guayaquil gujranwala guiyang haarlem hagen haifa halifax halle
  hamburg hamilton hangzhou hannover hanoi hanover harare harbin havana heidelberg helsinki hiroshima hochiminh homs
  hongkong honolulu houston hyderabad ibadan incheon indianapolis innsbruck iquique irkutsk isfahan islamabad
  istanbul izhevsk izmir jacksonville jaipur jakarta jeddah jerseycity jerusalem jinan johannesburg kabul kampala
  kanpur kansascity kaohsiung karachi karlsruhe kassel kathmandu katowice kaunas kawasaki kazan kharkiv khartoum
  kiel kiev kigali kinshasa klagenfurt kobe kobenhavn koblenz kolkata koln koeln konstanz konya kosice krakau krakow
  krasnodar krasnoyarsk krefeld kualalumpur kunming kuwait kyiv kyoto lagos lahore lancaster lapaz laspalmas
  lasvegas lausanne leeds lehavre leicester leiden leipzig lemans leon leverkusen lexington libreville liege lille
  lima limerick limoges lincoln linz lisboa lisbon lissabon liverpool ljubljana lodz london longbeach losangeles
  louisville luanda lubeck luebeck lublin lucknow lugano lusaka luxembourg luxemburg luzern lviv lyon maastricht
  madison madras madrid magdeburg mailand mainz makassar malaga malmo managua manaus manchester mandalay manila
  mannheim maputo maracaibo maribor marrakech marrakesh marseille mecca medan medellin medina melbourne memphis
  mendoza merida mesa mexico mexicali mexicocity miami milan milano milwaukee minneapolis minsk mogadishu monaco
  monrovia monterrey montevideo montpellier montreal moscow moskau moskva mosul mulhouse mumbai munchen muenchen
  munich munster muenster murcia muscat nagoya nagpur nairobi nanjing nanning nantes naples napoli nashville newark
  newcastle newdelhi neworleans newyork nice nicosia nijmegen ningbo niznynovgorod norfolk norwich nottingham
  nouakchott novosibirsk nuremberg nurnberg nuernberg oakland oaxaca odense odesa odessa oklahoma oklahomacity
  oldenburg omaha omsk oporto oran orlando osaka oslo osnabruck ostrava ottawa oulu oviedo oxford paderborn padova
  padua palembang palermo palma panama paramaribo paris parma patna perm perth perugia peshawar philadelphia
  phnompenh phoenix pisa pittsburgh plovdiv plymouth poitiers porto portland portoalegre portsmouth potsdam poznan
  prag prague praha pretoria pristina providence puebla pune pusan pyongyang qingdao quebec queretaro quezoncity
  quito rabat raleigh rangoon rawalpindi reading recife regensburg reggio reims rennes reno reykjavik riga rijeka
  rimini riodejaneiro riverside riyadh rochester roma rome rosario rostock rostov rotterdam rouen saarbrucken
  sacramento saigon salamanca salem salvador salzburg samara samarkand sanantonio sandiego sanfrancisco sanjose
  sanjuan sansalvador santacruz santander santiago santodomingo santos saopaulo sapporo sarajevo saratov savannah
  schwerin seattle sendai seoul setubal sevastopol sevilla seville shanghai sheffield shenyang shenzhen singapore
  skopje sofia soria southampton spokane springfield stavanger stgallen stlouis stockholm stockton stpaul
  stpetersburg strasbourg strassburg stuttgart sunderland surabaya surat suwon suzhou swansea sydney szczecin szeged
  tabriz tacoma taichung tainan taipei tallinn tampa tampere tangier taranto tashkent tbilisi tegucigalpa teheran
  tehran telaviv thehague denhaag thessaloniki tianjin tijuana tilburg timisoara tirana tokio tokyo toledo torino
  toronto torun toulon toulouse tours trento trier trieste tripoli tromso trondheim tucson tulsa tunis turin turku
  ufa ulaanbaatar ulm uppsala utrecht valencia valladolid valparaiso vancouver vantaa varanasi varna venedig venezia
  venice verona versailles vicenza victoria vienna vientiane vigo vilnius virginiabeach vladivostok volgograd
  voronezh warsaw warschau warszawa washington wellington wichita wien wiesbaden winnipeg wolfsburg wolverhampton
  worcester wroclaw wuhan wuppertal wurzburg wuerzburg xian xiamen yangon yaounde yekaterinburg yerevan yokohama
  york zagreb zaporizhzhia zaragoza zhengzhou zurich zuerich zwickau zwolle`;

/** All of them. */
export const dateWords: ReadonlySet<string> = new Set(`${seasons} ${months} ${cities}`.split(/\s+/));
