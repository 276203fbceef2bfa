/** Codes of languages to choose from: those most spoken in the United States. */
export const LANGUAGE_CHOICES = (
  'am ar ase bn bg bs cs de el en es fa fr gu he hi hmn hr ht hu hy id it ja km kn ko lo ml mr ne nl pa pl pt ro ru so ' +
  'sq sr sv sw ta te th ti tl tr uk ur vi yi yo yue zh'
).split(' ')
