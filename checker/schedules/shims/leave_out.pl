# Reads errors of the compiler in short form, `FILE:LINE:COLUMN: error...`, and takes out of each file the items that have them. Of an import, only
# the names that are not there. Exits with 1 if nothing could be taken out.
use strict;
use warnings;

my %errors;
while (<STDIN>) {
    next unless /^([^:]+):(\d+):\d+: (.*)$/;
    push @{ $errors{$1} }, [ $2, $3 ];
}
my $changed = 0;
for my $file (keys %errors) {
    open my $in, '<', $file or die "$file: $!";
    my @lines = <$in>;
    close $in;
    # Items: from the first line after the one before to the line that closes it in the first column. Of a module, those in it.
    my (@items, $start);
    my $indent = "";
    for my $n (0 .. $#lines) {
        if ($indent eq "" && $lines[$n] =~ /^(?:pub )?mod \w+ \{\s*$/) {
            ($indent, $start) = ("    ", undef);
            next;
        }
        if ($indent ne "" && $lines[$n] =~ /^\}/) {
            ($indent, $start) = ("", undef);
            next;
        }
        next if !defined $start && $lines[$n] =~ /^\s*$/;
        $start //= $n;
        my ($line) = $lines[$n] =~ /^$indent(.*)$/ or next;
        if ($line =~ /^\}/ || $line =~ /^[)\]].*;\s*$/ || $line =~ /^[^\s\/#].*[;}]\s*$/) {
            push @items, [ $start, $n ];
            undef $start;
        }
    }
    my %dropped;
    for my $error (@{ $errors{$file} }) {
        my ($line, $text) = @$error;
        my ($item) = grep { $_->[0] < $line && $line <= $_->[1] + 1 } @items or next;
        my ($from, $to) = @$item;
        my $whole = join '', @lines[ $from .. $to ];
        if ($whole =~ /^(?:\s*#\[.*\]\n|\s*\/\/.*\n)*\s*(?:pub(?:\([^)]*\))? )?use /) {
            my ($list) = $text =~ /unresolved imports? (.*?): /;
            my @names = defined $list ? ($list =~ /`(?:\w+::)*(\w+)`/g) : ();
            my $before = $whole;
            $whole =~ s/\b$_\b(?:::(?:\{[^{}]*\}|\*))?(?: as \w+)?,?\s*// for @names;
            $whole = "" if $before eq $whole || $whole =~ /::\s*;|::::|use ::|::\{[\s,]*\}|use\s*;/;
            # Line numbers stay as they are.
            my $missing = $to - $from + 1 - ($whole =~ tr/\n//);
            my @rest = (split(/^/, $whole), ("\n") x $missing);
            @lines[ $from .. $to ] = @rest[ 0 .. $to - $from ];
            $changed = 1;
            next;
        }
        $dropped{$from} = $to;
    }
    for my $from (keys %dropped) {
        @lines[ $from .. $dropped{$from} ] = ("\n") x ($dropped{$from} - $from + 1);
        $changed = 1;
    }
    open my $out, '>', $file or die "$file: $!";
    print $out @lines;
    close $out;
}
exit !$changed;
