import { writeFileSync } from 'node:fs'
import { PASSWORD_MAX, PASSWORD_MIN } from '@portico/core/constants'

/**
 * Writes the list of the most common passwords that the password rule would otherwise let through (8 to 16 letters
 * and digits, at least one of each). Compared without regard to case, so all are lower case. Common passwords follow
 * few habits: a handful of famous ones, keyboard walks, and a word or a first name with a few digits or a year.
 * Run this file with Node when the habits change; the result is committed.
 */
const COUNT = 10_000
const target = new URL('../server/src/access/domain/common-passwords.txt', import.meta.url)

const famous = `password1 password12 password123 password1234 passw0rd passw0rd1 p4ssw0rd p4ssword pa55word pa55w0rd
  qwerty123 qwerty12 qwerty1234 qwertyuiop1 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1xsw2 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  q1w2e3r4 q1w2e3r4t5 qwer1234 asdf1234 zxcv1234 abcd1234 abc12345 abc123456 a1b2c3d4 a1b2c3d4e5 aa123456 a123456789
  a1234567 a12345678 123456789a 12345678a 1234567a 123456aa 1234qwer 123qweasd 123qweasdzxc qwe123qwe qweasd123
  qweasdzxc123 asd123asd 1234abcd 12345abc 123abc123 abc123abc iloveyou1 iloveyou2 iloveyou12 iloveyou123 letmein1
  letmein123 welcome1 welcome12 welcome123 admin123 admin1234 admin12345 administrator1 trustno1 jordan23 michael1
  charlie1 blink182 slipknot1 metallica1 ncc1701d ncc1701e bond0071 thx11381 rush2112 mustang1 corvette1 changeme1
  changeme123 default1 default123 temp1234 temp12345 test1234 test12345 testtest1 guest123 guest1234 user1234 login123
  master123 secret123 hello123 hello1234 monkey123 dragon123 shadow123 summer123 winter123 spring123 autumn123 fall2023
  pass1234 pass12345 mypassword1 newpassword1 p455w0rd passpass1 qazwsx123 qazwsxedc1 111111aa aaaa1111 aaa11111
  1a2b3c4d 1a2s3d4f z1x2c3v4 poiuyt123 lkjhgf123 mnbvcxz1 9ol8ik7uj 0okm9ijn 2wsx3edc 3edc4rfv 1qazxsw2 google123
  samsung1 nokia123 computer1 internet1 whatever1 killer123 starwars1 superman1 batman123 pokemon1 pokemon123 naruto123
  fuckyou1 fuckyou2 asshole1 money123 love1234 lover123 sexy1234 baby1234 angel123 jesus123 jesus777 heaven7 god12345
  yellow12 purple12 orange12 green123 black123 white123 silver12 golden12 red12345 blue1234 cookie123 cheese123
  banana123 apple123 chocolate1 pepper123 ginger123 buster123 tigger123 snoopy123 lakers24 yankees1 cowboys1 steelers1
  eagles12 packers1 broncos1 raiders1 dolphins1 redsox04 arsenal1 chelsea1 liverpool1 barcelona1 football1 football12
  baseball1 basketball1 soccer10 soccer12 hockey99 sunshine1 princess1 flower123 rainbow1 butterfly1 purple123 friends1
  forever1 forever21 babygirl1 babygirl12 sweety123 jessica1 ashley12 nicole12 matthew1 daniel12 andrew12 joshua12
  william1 patient1 doctor123 nurse123 health123 hospital1 medical1 clinic123 office123 provider1 portal123`
  .split(/\s+/)
  .filter(Boolean)

const words = `password qwerty welcome monkey dragon letmein master sunshine princess football baseball shadow superman
  iloveyou trustno starwars computer whatever freedom summer winter spring autumn secret hello charlie donald admin
  login access flower cheese cookie banana orange purple yellow silver golden diamond crystal angel baby love lover
  honey sweet sugar candy chocolate ginger pepper buster tigger snoopy mickey minnie pokemon naruto batman spider
  marvel hunter ranger killer gangster player gamer soccer hockey tennis basketball lakers yankees cowboys steelers
  eagles packers dallas chicago boston austin denver london paris berlin texas florida america canada mexico brazil
  india china england mustang corvette ferrari porsche camaro harley yamaha honda toyota nissan chevy tiger lion
  panther eagle falcon phoenix wolf bear shark dolphin turtle rabbit kitten puppy doggy horse pony unicorn butterfly
  rainbow sunflower rose daisy lily jasmine heaven jesus christ blessed faith grace hope trinity family mother father
  mommy daddy sister brother friend friends forever always nothing something anything money dollar lucky happy smile
  music guitar piano metallica slipknot nirvana eminem dance singer rockstar rocker punk rebel ninja samurai warrior
  soldier knight wizard magic merlin gandalf matrix hacker system server windows apple google samsung internet mobile
  phone laptop office school student teacher doctor nurse patient health medical hospital clinic dental pharmacy
  manager support service desktop member provider portal test testing guest user temp change default pass passwd
  qazwsx asdfgh zxcvbn qwertyuiop asdfghjkl zxcvbnm abcdef abcdefg abcdefgh qweasd qweasdzxc monday tuesday friday
  sunday january february march april june july august september october november december blue green black white red
  sexy hottie babygirl babyboy loser boomer scooter skippy shorty peanut muffin pumpkin pickle bubbles cupcake
  snowball midnight thunder lightning storm ocean river beach island hawaii vegas casino poker`
  .split(/\s+/)
  .filter(Boolean)

const names = `michael jessica ashley jennifer daniel matthew andrew joshua christopher anthony william robert thomas
  jordan justin brandon nicole amanda stephanie melissa michelle elizabeth samantha heather danielle rachel lauren
  taylor megan brittany hannah jasmine alexis victoria rebecca kimberly natalie vanessa maria carlos jose juan luis
  miguel antonio francisco ricardo eduardo fernando alejandro gabriel rafael pedro diego sofia isabella camila valeria
  patricia linda barbara susan margaret nancy karen betty helen sandra donna carol ruth sharon laura sarah deborah
  cynthia angela brenda amy anna virginia kathleen pamela martha debra amanda carolyn christine marie janet catherine
  frances ann joyce diane alice julie teresa doris gloria evelyn jean cheryl mildred katherine joan judith rose janice
  kelly judy christina kathy theresa beverly denise tammy irene jane lori tiffany james john david richard charles
  joseph paul mark donald george kenneth steven edward brian ronald kevin jason jeff gary timothy larry frank scott eric
  stephen raymond gregory jerry dennis walter patrick peter harold douglas henry carl arthur ryan roger joe jack albert
  jonathan terry gerald keith samuel willie ralph lawrence nicholas roy benjamin bruce adam harry fred wayne billy steve
  louis jeremy aaron randy howard eugene russell bobby victor martin ernest phillip todd jesse craig alan shawn clarence
  sean philip chris johnny earl jimmy danny bryan tony mike stanley leonard nathan dale manuel rodney curtis norman
  allen marvin vincent glenn jeffery travis jacob lee melvin alfred kyle bradley jesus ray joel ethan logan mason aiden
  emma olivia sophia ava mia abigail emily madison chloe ella avery lily zoe layla riley nora hazel aurora savannah`
  .split(/\s+/)
  .filter(Boolean)

const shortEndings = ['1', '123', '12', '1234', '2', '12345', '11', '01', '3', '7', '13', '22', '23', '21', '99', '10']
const moreEndings = [
  '69',
  '88',
  '77',
  '5',
  '4',
  '00',
  '007',
  '101',
  '321',
  '111',
  '666',
  '777',
  '123456',
  '4321',
  '8',
  '9',
  '6',
  '24',
  '33',
  '55',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '20',
  '25',
  '44',
  '66',
  '89',
  '90',
  '91',
  '92',
  '93',
  '94',
  '95',
]
const years = Array.from({ length: 27 }, (_, index) => String(2026 - index))
const birthYears = Array.from({ length: 40 }, (_, index) => String(1999 - index))
const leet = (word: string) =>
  word.replace(/a/g, '4').replace(/e/g, '3').replace(/i/g, '1').replace(/o/g, '0').replace(/s/g, '5')

/** Cells of keyboard and counting walks: letters and digits taken in turn, forwards and backwards. */
function* walks() {
  const rows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghij', '0987654321', 'poiuytrewq']
  for (const [a, b] of rows.flatMap((first) => rows.map((second) => [first, second] as const))) {
    for (const size of [4, 5, 6, 3]) {
      yield a.slice(0, size) + b.slice(0, size)
      yield [...a.slice(0, size)].map((letter, index) => letter + (b[index] ?? '')).join('')
    }
  }
  for (const letter of 'abcdefghijklmnopqrstuvwxyz')
    for (const run of ['1234567', '12345678', '123456789', '1111111', '0000000']) {
      yield letter + run
      yield run + letter
    }
}

/** Most common first: the famous, the walks, then every word with its likeliest ending before any with a rarer one. */
function* candidates() {
  yield* famous
  yield* walks()
  const people = [...new Set(names)]
  for (const ending of shortEndings) for (const word of [...words, ...people]) yield word + ending
  for (const year of years) for (const word of words) yield word + year
  for (const word of words) yield leet(word)
  for (const ending of moreEndings) for (const word of [...words, ...people]) yield word + ending
  for (const year of [...years, ...birthYears]) for (const word of people) yield word + year
}

const fits = new RegExp(`^(?=.*[a-z])(?=.*\\d)[a-z\\d]{${PASSWORD_MIN},${PASSWORD_MAX}}$`)
const list = new Set<string>()
for (const password of candidates()) {
  if (fits.test(password)) list.add(password)
  if (list.size === COUNT) break
}
if (list.size < COUNT) throw new Error(`only ${list.size} passwords`)
writeFileSync(target, `${[...list].join('\n')}\n`)
